import { trustedKeys, type TokenKeys } from "../tokens/token-keys.ts";

export interface RestSettings {
  /** Schemas exposed by the API; the first is the default. */
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  /** Maximum number of rows in one response. */
  readonly maxRows: number;
}

export interface PostgrestOptions {
  readonly settings: RestSettings;
  readonly tokenKeys: TokenKeys;
  /** Connects as role `authenticator`. */
  readonly connectionString: string;
  /** The relay shares one session, so PostgREST uses one connection, no prepared statements and no LISTEN. */
  readonly embedded: boolean;
  /** A Unix socket, or a loopback port on systems without them. */
  readonly listen: { readonly socket: string } | { readonly port: number };
}

/** Environment variables that configure PostgREST like hosted does. */
export function postgrestEnvironment(options: PostgrestOptions): Record<string, string> {
  const { settings, listen, embedded } = options;
  return {
    PGRST_DB_URI: options.connectionString,
    PGRST_DB_SCHEMAS: settings.schemas.join(","),
    PGRST_DB_EXTRA_SEARCH_PATH: settings.extraSearchPath.join(","),
    PGRST_DB_MAX_ROWS: String(settings.maxRows),
    PGRST_DB_ANON_ROLE: "anon",
    PGRST_JWT_SECRET: JSON.stringify(trustedKeys(options.tokenKeys)),
    PGRST_DB_USE_LEGACY_GUCS: "false",
    // Migrations set the function that checks each request, in the settings of the role `authenticator`.
    PGRST_DB_CONFIG: "true",
    PGRST_LOG_LEVEL: "error",
    ...("socket" in listen
      ? { PGRST_SERVER_UNIX_SOCKET: listen.socket, PGRST_SERVER_UNIX_SOCKET_MODE: "600" }
      : { PGRST_SERVER_HOST: "127.0.0.1", PGRST_SERVER_PORT: String(listen.port) }),
    ...(embedded
      ? {
          PGRST_DB_POOL: "1",
          PGRST_DB_PREPARED_STATEMENTS: "false",
          PGRST_DB_CHANNEL_ENABLED: "false",
        }
      : { PGRST_DB_POOL: "10", PGRST_DB_CHANNEL_ENABLED: "true" }),
  };
}
