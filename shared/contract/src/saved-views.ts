/** Parameters of the address of the list of requests that a saved view holds. */
export const viewParameters = ["filter", "q", "sort", "assignee", "tag", "repeats", "due"] as const;
