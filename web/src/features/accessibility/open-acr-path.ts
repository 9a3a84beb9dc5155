/** Address of the report for programs, which the build writes. */
export const openAcrPath = "/accessibility.openacr.yaml";
