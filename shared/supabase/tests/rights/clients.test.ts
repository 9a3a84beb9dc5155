import { expect, test } from "vitest";
import { samplePhones } from "@sheaf/contract/phone.fixtures";
import { personOf } from "./testing/cast.ts";
import { adminRow } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { openWorkspace } from "./testing/requests.ts";

interface Suggested {
  client: string | null;
  names: string[];
  emails: string[];
}

const person = (name: string, client: string) => ({
  email: `${name.toLowerCase().replaceAll(" ", ".")}@people.example`,
  name,
  client,
});

async function office(people: readonly object[]) {
  const owner = await signUp("owner");
  const place = await openWorkspace(owner);
  const add = async (more: readonly object[]) =>
    granted(await owner.rpc("add_people", { workspace: place, people: more }));
  await add(people);
  const suggest = async (search: string) =>
    granted(await owner.rpc("suggest_people", { workspace: place, search })) as Suggested[];
  const clients = async (search: string) =>
    (await suggest(search)).flatMap(({ client, names }) =>
      client === null ? [] : [[client.normalize(), ...names]],
    );
  const named = async (search: string, by: Person = owner) =>
    by.rpc("suggest_clients", { workspace: place, search });
  return { owner, place, add, suggest, clients, named };
}

test.each(samplePhones)(
  "the database and the contract agree on the number %j: %s",
  async (phone, allowed) => {
    expect(await adminRow("select private.is_phone($1) as allowed", [phone])).toEqual({ allowed });
  },
);

test("a client is suggested with all its people, before each of them", async () => {
  const { suggest, clients } = await office([
    person("Anna Berg", "Duarte family"),
    person("Mats Duarte", "DUARTE  family"),
    person("Joel Duarte", ""),
    person("Mia Tamm", "Tamm & Sons"),
  ]);
  expect(await suggest("duarte fam")).toMatchObject([
    { client: expect.stringMatching(/^duarte +family$/i), names: ["Anna Berg", "Mats Duarte"] },
    { client: null, names: ["Anna Berg"] },
    { client: null, names: ["Mats Duarte"] },
  ]);
  // By another word of the client, and by the name of one of them.
  expect(await clients("family")).toMatchObject([[expect.anything(), "Anna Berg", "Mats Duarte"]]);
  expect(await clients("anna")).toEqual([]);
  // One person is suggested by name.
  expect(await suggest("tamm & s")).toMatchObject([{ client: null, names: ["Mia Tamm"] }]);
});

test("clients that differ by an accent are two, and both are found without it", async () => {
  const { clients } = await office([
    person("A One", "Peña"),
    person("B One", "Pen\u0303a"),
    person("A Two", "Pena"),
    person("B Two", "pena"),
    person("A Three", "佐藤家"),
    person("B Three", "佐藤家"),
    person("A Four", "???"),
    person("B Four", "—"),
  ]);
  expect(await clients("pena")).toEqual([
    [expect.stringMatching(/^pena$/i), "A Two", "B Two"],
    ["Peña", "A One", "B One"],
  ]);
  expect(await clients("佐")).toEqual([["佐藤家", "A Three", "B Three"]]);
});

test("a client of more people than a request takes is suggested one by one", async () => {
  const { add, clients } = await office(
    Array.from({ length: 20 }, (_, index) => person(`P${index} Staff`, "Acme")),
  );
  expect((await clients("acme"))[0]).toHaveLength(21);
  await add([person("P20 Staff", "Acme")]);
  expect(await clients("acme")).toEqual([]);
});

test("a client is found although many others come first by name", async () => {
  const many = Array.from({ length: 80 }, (_, index) =>
    person(`A${index} ${index < 60 ? "Zen" : "Family"}`, ""),
  );
  const { clients } = await office([...many, person("Y Y", "Zen family"), person("Z Z", "Zen family")]);
  for (const search of ["zen", "family"])
    expect(await clients(search), search).toEqual([["Zen family", "Y Y", "Z Z"]]);
});

test("a person's page has the others of the client, and never those of another workspace", async () => {
  const { owner, place, named } = await office([
    person("Anna Berg", "Berg"),
    person("Mats Berg", "berg"),
    person("Joel Berg", ""),
  ]);
  const other = await office([person("Other Berg", "Berg"), person("Another Berg", "Berg")]);
  const details = async (email: string) => {
    const [row] = granted(await owner.rpc("person_details", { person: await personOf(place, email) })) as {
      client_people: object[];
    }[];
    return row?.client_people;
  };
  expect(await details("anna.berg@people.example")).toEqual([
    { id: expect.any(String), name: "Mats Berg", email: "mats.berg@people.example" },
  ]);
  expect(await details("joel.berg@people.example")).toEqual([]);
  expect(granted(await named("be"))).toEqual([{ client: "Berg" }]);
  expectNotFound(await named("be", other.owner));
  expectNotFound(await named("be", await signUp("stranger")));
});

test("clients are suggested by their beginning, each once, eight at most", async () => {
  const { named } = await office([
    ...Array.from({ length: 9 }, (_, index) => person(`P${index} One`, `Firm ${index}`)),
    ...Array.from({ length: 9 }, (_, index) => person(`P${index} Two`, `Firm ${index}`)),
    person("Z Z", "Émile & Fils"),
  ]);
  expect(granted(await named("firm"))).toEqual(
    Array.from({ length: 8 }, (_, index) => ({ client: `Firm ${index}` })),
  );
  expect(granted(await named("emile f"))).toEqual([{ client: "Émile & Fils" }]);
  expect(granted(await named("nobody"))).toEqual([]);
  expect(granted(await named(""))).toHaveLength(8);
  expectRefusal(await named("x".repeat(201)), 422, "search.too_long");
});

test("of merged people the main one is of a client, and takes over what it lacks", async () => {
  const { owner, place, clients } = await office([
    { ...person("Anna Berg", "Berg"), phone: "112" },
    person("Anna Home", ""),
    person("Mats Berg", "Berg"),
  ]);
  const [main, other] = [
    await personOf(place, "anna.home@people.example"),
    await personOf(place, "anna.berg@people.example"),
  ];
  granted(await owner.rpc("merge_people", { person: main, other }));
  expect(granted(await owner.rpc("person_details", { person: main }))).toMatchObject([
    {
      phone: "112",
      client: "Berg",
      client_people: [{ name: "Mats Berg" }],
      addresses: [{ phone: "112" }, { phone: "112" }],
    },
  ]);
  expect(await clients("berg")).toEqual([["Berg", "Anna Home", "Mats Berg"]]);
});
