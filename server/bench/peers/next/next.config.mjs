export default { distDir: "dist", turbopack: { root: new URL("..", import.meta.url).pathname } };
