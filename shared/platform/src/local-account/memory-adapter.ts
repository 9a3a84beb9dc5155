import type { Adapter, AdapterPayload } from "oidc-provider";

/** In-memory storage for the provider. The library's own warns on the console. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    const find = (matches: (payload: AdapterPayload, name: string) => boolean) => {
      for (const [name, payload] of stored) if (matches(payload, name)) return Promise.resolve(payload);
      return Promise.resolve(undefined);
    };
    return {
      upsert(id, payload) {
        stored.set(key(id), payload);
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(stored.get(key(id))),
      findByUid: (uid) => find((payload, name) => name.startsWith(`${model}:`) && payload.uid === uid),
      findByUserCode: () => Promise.resolve(undefined),
      consume(id) {
        const payload = stored.get(key(id));
        if (payload) payload["consumed"] = Math.floor(Date.now() / 1000);
        return Promise.resolve();
      },
      destroy(id) {
        stored.delete(key(id));
        return Promise.resolve();
      },
      revokeByGrantId(grantId) {
        for (const [name, payload] of stored) if (payload.grantId === grantId) stored.delete(name);
        return Promise.resolve();
      },
    };
  };
}
