/** Client credentials of the platform's Auth. Public, like all keys of the local platform. */
export const localAccountClient = { clientId: "sheaf", secret: "local-account" } as const;
