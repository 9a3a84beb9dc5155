import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { development, production } from "./compose-settings.ts";
import { type ComposeService, readCompose } from "./read-compose.ts";

type Services = Record<string, ComposeService>;

let services: Services = {};
let inProduction: Services = {};
beforeAll(async () => {
  services = (await readCompose(development)).services;
  inProduction = (await readCompose(production)).services;
});

const inRepository = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), "utf8");
const longRunning = () => Object.entries(services).filter(([, { restart }]) => restart !== undefined);
const envOf = (from: Services, name: string) => from[name]?.environment ?? {};
const runIn = (profile: string) =>
  Object.entries(services).flatMap(([name, { profiles }]) =>
    profiles.length === 0 || profiles.includes(profile) ? [name] : [],
  );

describe("docker compose up", () => {
  test.each(["COMPOSE_PROFILES", "POSTGRES_PASSWORD", "JWT_SECRET", "ANON_KEY", "SERVICE_ROLE_KEY"])(
    "names the command to run if %s is not set",
    async (name) => {
      const { scripts } = JSON.parse(await inRepository("package.json"));
      expect(scripts).toHaveProperty("secrets");
      await expect(readCompose({ ...development, [name]: "" })).rejects.toThrow(
        `${name}: Run "npx -y pnpm@12 secrets", which writes it into .env`,
      );
    },
  );

  test("adds a mailbox in development and TLS in production", () => {
    const everywhere = runIn("");
    expect(runIn("development").filter((name) => !everywhere.includes(name))).toEqual(["mail"]);
    expect(runIn("production").filter((name) => !everywhere.includes(name))).toEqual(["tls"]);
  });

  test("starts nothing before the settings have been checked", () => {
    const waitsForSettings = (name: string): boolean =>
      Object.entries(services[name]?.depends_on ?? {}).some(
        ([before, { condition }]) =>
          (before === "settings" && condition === "service_completed_successfully") ||
          waitsForSettings(before),
      );
    const early = Object.keys(services).filter((name) => name !== "settings" && !waitsForSettings(name));
    expect(early).toEqual([]);
  });

  test("waits until each service is healthy and each job has succeeded", () => {
    for (const { depends_on: before } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(before)) {
        const isLongRunning = services[name]?.restart !== undefined;
        expect([name, condition]).toEqual([
          name,
          isLongRunning ? "service_healthy" : "service_completed_successfully",
        ]);
      }
    }
    expect(Object.keys(services["migrate"]?.depends_on ?? {})).toEqual(["auth", "storage"]);
    expect(Object.keys(services["rest"]?.depends_on ?? {})).toContain("migrate");
  });

  test("makes PostgREST reload the schema after migrations", async () => {
    const lines = (await inRepository("shared/supabase/migrate.sh")).trim().split("\n");
    expect(lines.at(-1)).toContain("notify pgrst, 'reload schema'");
  });

  test("checks the health of every long-running service", () => {
    expect(longRunning().length).toBeGreaterThan(7);
    for (const [name, { healthcheck }] of longRunning()) {
      expect([name, healthcheck]).toEqual([name, expect.objectContaining({ interval: "5s" })]);
      expect(healthcheck?.test?.[0]).toBe("CMD");
    }
  });

  test("pins every image to a version", async () => {
    const images = Object.values(services).map(({ image }) => image);
    for (const image of images.filter((image) => image !== "sheaf")) {
      expect(image).toMatch(/^[a-z/-]+:v?\d+\.\d+/);
    }
    const dockerfile = await inRepository("server/Dockerfile");
    const node = /^nodeVersion: (.+)$/m.exec(await inRepository("pnpm-workspace.yaml"))?.[1];
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(bases)).toEqual(new Set([`node:${node}-alpine`]));
  });

  test("stores rows, files and certificates in named volumes", async () => {
    const { volumes } = await readCompose(development);
    expect(Object.keys(volumes)).toEqual(["database", "files", "certificates"]);
    expect(services["database"]?.volumes).toContain("database:/var/lib/postgresql/data");
    expect(services["storage"]?.volumes).toContain("files:/var/lib/storage");
    const { FILE_STORAGE_BACKEND_PATH, GLOBAL_S3_BUCKET, TENANT_ID } = envOf(services, "storage");
    const documents = `${FILE_STORAGE_BACKEND_PATH}/${GLOBAL_S3_BUCKET}/${TENANT_ID}/documents`;
    expect(services["worker"]).toMatchObject({
      volumes: ["files:/var/lib/storage"],
      environment: { PURGE_UPLOADS_FOLDER: documents },
      entrypoint: expect.arrayContaining([
        `--allow-fs-read=${documents}*`,
        `--allow-fs-write=${documents}*`,
      ]) as unknown,
    });
    expect(services["tls"]?.volumes).toContain("certificates:/data");
  });
});

describe("a service of docker compose", () => {
  test("is reachable from other machines only through TLS", () => {
    for (const [name, { ports }] of Object.entries(services)) {
      if (name === "tls") expect(ports).toEqual(["80:80", "443:443", "443:443/udp"]);
      else for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  test.each(["sheaf", "gateway", "templates", "tls", "rest", "worker"])(
    "that is exposed or holds a secret key has a read-only file system and no capabilities: %s",
    (name) => {
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      // Caddy's binary has this file capability and doesn't start without it.
      const expected = services[name]?.image.startsWith("caddy:") === true ? ["NET_BIND_SERVICE"] : [];
      expect(services[name]?.cap_add).toEqual(expected);
    },
  );

  test("has a memory limit, so that one can't take the machine's memory from the others", () => {
    for (const [name, { mem_limit }] of Object.entries(services)) {
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    }
  });

  test("that is exposed doesn't run as root, except TLS, which stores certificates", async () => {
    expect([services["gateway"]?.user, services["templates"]?.user]).toEqual(["65534:65534", "65534:65534"]);
    expect(await inRepository("server/Dockerfile")).toMatch(/^USER node$/m);
  });

  test("that serves pages has access to neither the database nor a secret", () => {
    const networksOf = (service: string) => Object.keys(services[service]?.networks ?? {});
    expect(networksOf("sheaf")).toEqual(["edge"]);
    expect(networksOf("tls")).toEqual(["edge"]);
    expect(networksOf("database")).toEqual(["inside"]);
    expect(networksOf("worker")).toEqual(["edge", "post", "hook"]);
    const onHook = Object.keys(services).filter((service) => networksOf(service).includes("hook"));
    expect(onHook).toEqual(["auth", "worker"]);
    const { SERVICE_ROLE_KEY, JWT_SECRET, POSTGRES_PASSWORD } = production;
    for (const name of ["sheaf", "tls"]) {
      const text = JSON.stringify(inProduction[name]);
      for (const secret of [SERVICE_ROLE_KEY, JWT_SECRET, POSTGRES_PASSWORD])
        expect(text).not.toContain(secret);
    }
  });

  test("has the secret key only if it needs it", () => {
    const holders = Object.entries(inProduction).flatMap(([name, service]) =>
      JSON.stringify(service).includes(production.SERVICE_ROLE_KEY) ? [name] : [],
    );
    expect(holders).toEqual(["storage", "gateway", "worker"]);
  });

  test("uses localhost URLs with the configured ports in development", () => {
    const ports = { SITE_PORT: "5000", API_PORT: "5001" };
    return expect(readCompose({ ...development, ...ports })).resolves.toMatchObject({
      services: {
        sheaf: {
          environment: { SITE_URL: "http://localhost:5000", SUPABASE_URL: "http://localhost:5001" },
          ports: ["127.0.0.1:5000:3000"],
        },
        auth: {
          environment: {
            API_EXTERNAL_URL: "http://localhost:5001/auth/v1",
            GOTRUE_SITE_URL: "http://localhost:5000",
            GOTRUE_URI_ALLOW_LIST: "http://localhost:5000/auth/callback**",
            GOTRUE_WEBAUTHN_RP_ID: "localhost",
            GOTRUE_SMTP_HOST: "mail",
          },
        },
        storage: { environment: { STORAGE_PUBLIC_URL: "http://localhost:5001" } },
        gateway: { environment: { TRUSTED_PROXIES: "127.0.0.1/32 " }, ports: ["127.0.0.1:5001:8000"] },
      },
    });
  });

  test("uses the configured domains and SMTP server in production", () => {
    expect(envOf(inProduction, "sheaf")).toMatchObject({
      SITE_URL: "https://sheaf.example",
      SUPABASE_URL: "https://api.sheaf.example",
      SUPABASE_INTERNAL_URL: "http://gateway:8001",
      TRUST_PROXY: "uniquelocal",
    });
    expect(envOf(inProduction, "auth")).toMatchObject({
      API_EXTERNAL_URL: "https://api.sheaf.example/auth/v1",
      GOTRUE_JWT_ISSUER: "https://api.sheaf.example/auth/v1",
      GOTRUE_SITE_URL: "https://sheaf.example",
      GOTRUE_URI_ALLOW_LIST: "https://sheaf.example/auth/callback**",
      GOTRUE_WEBAUTHN_RP_ID: "sheaf.example",
      GOTRUE_WEBAUTHN_RP_ORIGINS: "https://sheaf.example",
      GOTRUE_SMTP_HOST: "smtp.example",
      GOTRUE_SMTP_PORT: "587",
      GOTRUE_SMTP_USER: "sheaf",
      GOTRUE_SMTP_PASS: "mail-password",
      GOTRUE_SMTP_ADMIN_EMAIL: "sheaf@sheaf.example",
    });
    expect(envOf(inProduction, "storage")["STORAGE_PUBLIC_URL"]).toBe("https://api.sheaf.example");
    expect(envOf(inProduction, "gateway")["TRUSTED_PROXIES"]).toBe("127.0.0.1/32 private_ranges");
  });

  test("accepts the client's address only from the sidecar", () => {
    const { LISTEN_SIDECAR, LISTEN } = envOf(services, "gateway");
    expect([LISTEN, LISTEN_SIDECAR]).toEqual(["http://:8000", "http://:8001"]);
    expect(services["gateway"]?.ports).toEqual(["127.0.0.1:8000:8000"]);
    expect(envOf(services, "auth")["GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED"]).toBe("true");
    expect(envOf(inProduction, "tls")["API_UPSTREAM"]).toBe("gateway:8000");
  });
});
