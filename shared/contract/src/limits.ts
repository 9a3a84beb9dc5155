/** Limits of user input, repeated by the database's constraints. */
export const limits = {
  /** UTF-16 units after trimming. */
  titleLength: 160,
  messageLength: 4000,
  reasonLength: 1000,
  /** Days that an invitation to a workspace is valid. */
  invitationDays: 14,
  /** Days that members have to set up a second factor once it is required. */
  secondFactorDays: 7,
  /** Of a reason that a workspace saves. */
  savedReasonLength: 200,
  savedReasons: 20,
  tagLength: 40,
  viewNameLength: 80,
  /** Of one member in a workspace. */
  savedViews: 20,
  /** Of the address of a saved view. Characters. */
  viewQueryLength: 1000,
  tagsPerWorkspace: 100,
  tagsPerRequest: 10,
  templatesPerWorkspace: 200,
  /** Days from the use of a template to its due date. */
  templateDueDays: 365,
  /** People to whom one template is sent at once. */
  bulkPeople: 1000,
  /** People who are added to a workspace at once; they are sent in several calls. */
  addedPeople: 5000,
  /** Of a file with their addresses. */
  listBytes: 10 * 1024 * 1024,
  noteLength: 1000,
  /** Of a person's phone number. */
  phoneLength: 40,
  /** Of a household's or company's name. */
  clientLength: 80,
  addressesPerPerson: 10,
  answerLength: 4000,
  nameLength: 80,
  emailLength: 254,
  itemsPerRequest: 100,
  sectionsPerRequest: 20,
  sectionLength: 80,
  choicesPerItem: 20,
  choiceLength: 80,
  recipientsPerRequest: 20,
  /** Of one person. */
  filesPerItem: 50,
  fileNameLength: 255,
  /** By one call of `open_files`. */
  filesOpenedTogether: 5000,
  /** Bytes; configurable per deployment. */
  fileBytes: 50 * 1024 * 1024,
  examplesPerItem: 3,
  /** Bytes. */
  exampleBytes: 10 * 1024 * 1024,
  /** Counting stops here; this number means this many or more. */
  counted: 1000,
  /** Characters. */
  searchLength: 200,
  /** Requests that a search shows. */
  searchMatches: 200,
  /** People that a search shows. */
  peopleMatches: 100,
  /** New accounts of one network: of IPv4 the first 24 bits, of IPv6 the first 64. */
  newAccountsPerHour: 60,
  newAccountsPerDay: 300,
  /** New accounts of one network for addresses that were asked or invited, which don't count among the others. */
  newExpectedAccountsPerHour: 2000,
  /** Refused accounts of one network in an hour after which addresses that were asked are refused, too. */
  refusedAccountsPerHour: 20,
  /** Wrong codes of authenticator apps, or wrong passwords, of one account in a row. Then all are refused for a while. */
  wrongAttempts: 5,
  /** After each further wrong one twice as long, up to the longest wait. Seconds. */
  firstWait: 30,
  longestWait: 900,
  /** Days for which files and answers are kept after a request ends. */
  fewestDaysKept: 30,
  mostDaysKept: 3650,
  /** Days for which a deleted request stays in the bin, and a test of a draft at all. */
  daysInBin: 14,
} as const;

/**
 * Quotas by default; an operator changes them in the table `private.quotas`, which has the same names. The message of each
 * is in the error catalogue as `quota.<name>`.
 */
export const quotas = {
  /** Workspaces that an account owns. */
  workspaces: 20,
  /** Requests that a workspace creates, drafts included. Per day in UTC. */
  requests: 1000,
  /** Requests that a workspace sends to one email address. Per day in UTC. */
  address: 20,
  /** People to whom a workspace sends templates at once. Per day in UTC. */
  bulk_rows: 5000,
  /** Times an account asks to be added to a request. Per day in UTC. */
  access_requests: 20,
  /** Questions and replies that an account writes. Per day in UTC. */
  messages: 500,
  /** Items that an account hands to someone else. Per day in UTC. */
  hand_offs: 30,
  /** Receipts that an account has signed. Per day in UTC. */
  receipts: 100,
  /** Times an account asks for a file to be deleted. Per day in UTC. */
  deletion_asks: 100,
  /** Entries in the history of one request that a recipient makes, files aside. Per day in UTC. */
  events: 1000,
  /** Workspaces that an account creates. Per day in UTC. */
  new_workspaces: 20,
  people: 10_000,
  /** Members of a workspace, invited people included. */
  members: 200,
  /** Bytes of all files of a workspace, removed ones included until they are purged. */
  workspace_bytes: 50 * 1024 ** 3,
  /** Bytes of the uploads that an account begins. Per day in UTC. */
  uploader_bytes: 5 * 1024 ** 3,
} as const;

export type QuotaName = keyof typeof quotas;
