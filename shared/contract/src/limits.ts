/** Limits of user input, repeated by the database's constraints. */
export const limits = {
  /** UTF-16 units after trimming. */
  titleLength: 160,
  messageLength: 4000,
  reasonLength: 1000,
  answerLength: 4000,
  nameLength: 80,
  emailLength: 254,
  itemsPerRequest: 100,
  recipientsPerRequest: 20,
  /** Of one person. */
  filesPerItem: 50,
  fileNameLength: 255,
  /** Bytes; configurable per deployment. */
  fileBytes: 50 * 1024 * 1024,
} as const;
