/** A .env file as `pnpm secrets` writes it. */
export const development = {
  COMPOSE_PROFILES: "development",
  POSTGRES_PASSWORD: "p".repeat(64),
  JWT_SECRET: "s".repeat(64),
  ANON_KEY: "anon-key",
  SERVICE_ROLE_KEY: "service-key",
};

/** The same with the settings that an administrator adds for production. */
export const production = {
  ...development,
  COMPOSE_PROFILES: "production",
  SITE_DOMAIN: "sheaf.example",
  API_DOMAIN: "api.sheaf.example",
  SMTP_HOST: "smtp.example",
  SMTP_PORT: "587",
  SMTP_USER: "sheaf",
  SMTP_PASSWORD: "mail-password",
  SMTP_SENDER: "sheaf@sheaf.example",
};
