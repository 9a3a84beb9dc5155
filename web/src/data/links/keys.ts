/** Cache keys of links. What a link shows changes rarely; where it leads depends on who is signed in. */
export const linkKeys = {
  all: () => ["links"] as const,
  peek: (token: string) => [...linkKeys.all(), "peek", token] as const,
  joined: (token: string, userId: string) => [...linkKeys.all(), "joined", { token, userId }] as const,
};
