/** Of every local installation, in the form of its setting. Anyone can sign with it, so production never accepts it. */
export const localReceiptKey = {
  signing: "local:RdOX9TE5W7fD0zQc3ORrsUN3RYQD_cDgpLgvkSSdKj8",
  public: "local:LVds58XvEzKpbspGjo79QEJ8n1e7ACL4Q5OU0i6tPN0",
} as const;
