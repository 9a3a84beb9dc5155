/** The instructions of a Dockerfile's last stage. */
export interface ImageRecipe {
  /** Paths in the build stage, possibly with a wildcard, and the target folder. */
  copies: { from: string[]; to: string }[];
  environment: Record<string, string>;
  command: string[];
  user: string | undefined;
}

export function readDockerfile(text: string): ImageRecipe {
  const stage = text.slice(text.lastIndexOf("\nFROM ")).split("\n");
  const after = (word: string) =>
    stage.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return {
    copies: after("COPY").map((line) => {
      const [flag, ...paths] = line.split(" ");
      if (flag !== "--from=build")
        throw new Error(`The image copies a path that is not in the build: ${line}`);
      return { from: paths.slice(0, -1), to: String(paths.at(-1)) };
    }),
    environment: Object.fromEntries(
      after("ENV").flatMap((line) => line.split(" ").map((pair) => pair.split("=", 2) as [string, string])),
    ),
    command: JSON.parse(String(after("CMD").at(-1))) as string[],
    user: after("USER").at(-1),
  };
}
