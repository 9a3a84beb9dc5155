/** What `pnpm secrets` writes into .env, as far as the file itself is concerned. */
export const development = {
  COMPOSE_PROFILES: "development",
  POSTGRES_PASSWORD: "p".repeat(64),
  JWT_SECRET: "s".repeat(64),
  ANON_KEY: "anon-key",
  SERVICE_ROLE_KEY: "service-key",
};

/** The same with what a person adds for production. */
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
