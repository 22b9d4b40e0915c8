import { expect, test } from "vitest";
import { choicesFor, headerKey } from "../../lib/lecture-import/column-choices.ts";
import { describeOnEachApi, signUp } from "./apis.ts";

const { listRememberedColumns, rememberColumns } = await import(
  "../../lib/lecture-import/remembered-columns.server.ts"
);

describeOnEachApi("what was chosen for columns", (api, sql) => {
  async function account(role: "editor" | "viewer" | "user") {
    const { id, client } = await signUp(api);
    await sql`insert into user_roles values (${id}, ${role})`;
    return client;
  }

  test("is known to every editor, until it is chosen anew; names that say all are not kept", async () => {
    const [one, other] = await Promise.all([account("editor"), account("editor")]);
    const names = ["Course", `Web of ${api.name}`, "\u0000 \ud800"];
    await rememberColumns(one, names, [null, "youtube", ""]);
    const known = async () => choicesFor(await listRememberedColumns(other), names);
    expect(await known()).toEqual([undefined, "youtube", null]);
    await rememberColumns(other, [...names, "Reason"], [null, "image", null]);
    expect(await known()).toEqual([undefined, "image", undefined]);
    await rememberColumns(one, ["Course Name"], [null]);
    await rememberColumns(one, ["x".repeat(10_001)], ["image"]);
    expect(choicesFor(await listRememberedColumns(one), ["Course Name"])).toEqual([]);
  });

  test("goes once there are thirty newer ones", async () => {
    const editor = await account("editor");
    const headers = Array.from({ length: 31 }, (_, index) => [`Column ${index} of ${api.name}`]);
    for (const names of headers) await rememberColumns(editor, names, ["image"]);
    const remembered = await listRememberedColumns(editor);
    expect(remembered.map(({ header }) => header)).toEqual(headers.slice(1).reverse().map(headerKey));
  });

  test("is for editors alone", async () => {
    for (const client of [await account("viewer"), await account("user")]) {
      await expect(rememberColumns(client, ["Web"], ["image"])).rejects.toThrow("not for this account");
      expect(await listRememberedColumns(client)).toEqual([]);
    }
  });
});
