/** Bounds of what people type and send. The database holds the same figures as constraints. */
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
  filesPerItem: 50,
  fileNameLength: 255,
  /** Bytes; a deployment may set another figure. */
  fileBytes: 50 * 1024 * 1024,
} as const;
