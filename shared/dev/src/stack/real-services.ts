/** Programs of the real services. Undefined: the local platform's own service runs in place of the real one. */
export interface RealServices {
  /** GoTrue's binary, beside its folder `migrations`. */
  readonly auth: string | undefined;
  /** The script that starts storage-api, `dist/start/server.js`. */
  readonly storage: string | undefined;
  /** Mailpit's binary. */
  readonly mail: string | undefined;
}

/** The real PostgREST and Caddy are found by `POSTGREST_BIN` and `CADDY_BIN`. */
export function readRealServices(env: NodeJS.ProcessEnv): RealServices {
  const path = (name: string) => env[name] || undefined;
  return { auth: path("AUTH_BIN"), storage: path("STORAGE_BIN"), mail: path("MAILPIT_BIN") };
}
