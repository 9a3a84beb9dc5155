import { accounts } from "./accounts.functions.ts";
import { answers } from "./answers.functions.ts";
import { bulkSendAndRepeats } from "./bulk-send-and-repeats.functions.ts";
import { email } from "./email.functions.ts";
import { people } from "./people.functions.ts";
import { requests } from "./requests.functions.ts";
import { retention } from "./retention.functions.ts";
import { workspaces } from "./workspaces.functions.ts";

const subjects = [accounts, workspaces, requests, answers, email, people, bulkSendAndRepeats, retention];

/**
 * Every function of the API with its name, by the folders of `schemas/`. The rights matrix, the calls and the bounds of the
 * page's reads are derived from this list. A function without an entry fails the run, as does an entry without its
 * function, and one that stands here twice.
 */
export const functionEntries = subjects.flatMap((subject) => Object.entries(subject));
