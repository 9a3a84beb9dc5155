/** Takes its place in the tree before its screen is there. */
export function Component() {
  return <h1>Soon</h1>;
}
