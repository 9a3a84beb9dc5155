/** Cache keys of links. The preview is the same for everyone; the joined request depends on the signed-in user. */
export const linkKeys = {
  all: () => ["links"] as const,
  peek: (token: string) => [...linkKeys.all(), "peek", token] as const,
  joined: (token: string, userId: string) => [...linkKeys.all(), "joined", { token, userId }] as const,
};
