/** The SQL tokens needed to find statements; the first four kinds contain text that is not part of a statement. */
const TOKEN =
  /(?<comment>--[^\n]*|\/\*)|(?<string>\b[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*')|(?<tag>\$(?:[A-Za-z_]\w*)?\$)|(?<name>"(?:""|[^"])*")|(?<word>[A-Za-z_]\w*)|(?<sign>[();])/gs;

type Token = { text: string; depth: number; start: number };

/** The words, brackets and semicolons of a function body, without comments and strings; a quoted name becomes `"`. */
function readTokens(body: string): Token[] {
  const tokens: Token[] = [];
  const reader = new RegExp(TOKEN);
  let depth = 0;
  for (let match = reader.exec(body); match; match = reader.exec(body)) {
    const { comment, tag, name, word, sign } = match.groups as Record<string, string | undefined>;
    if (comment === "/*") reader.lastIndex = endOfComment(body, match.index);
    if (tag) reader.lastIndex = endOf(body, tag, reader.lastIndex);
    if (sign === ")") depth--;
    const text = name ? '"' : (word ?? sign)?.toUpperCase();
    if (text) tokens.push({ text, depth, start: match.index });
    if (sign === "(") depth++;
  }
  return tokens;
}

function endOf(body: string, text: string, from: number): number {
  const found = body.indexOf(text, from);
  return found < 0 ? body.length : found + text.length;
}

/** PostgreSQL allows nested comments. */
function endOfComment(body: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(body); mark; mark = marks.exec(body)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return body.length;
}

/** A statement also ends at `LOOP`, because a loop can iterate over the rows that a statement returns. */
const ENDS = new Set([";", "LOOP"]);

/**
 * Statements of a function body that delete or update rows without a condition, which `pg_safeupdate` refuses, and
 * dynamic statements, whose text is known only at run time.
 */
export function findUnrestrictedStatements(body: string): string[] {
  const tokens = readTokens(body);
  return tokens.flatMap(({ text, depth, start }, index) => {
    const before = tokens[index - 1]?.text ?? "";
    const after = tokens[index + 1]?.text ?? "";
    const rest = tokens.slice(index + 1);
    const ends = rest.findIndex(
      (token) => token.depth < depth || (token.depth === depth && ENDS.has(token.text)),
    );
    const statement = ends < 0 ? rest : rest.slice(0, ends);
    const excerpt = body.slice(start, rest[ends]?.start).trim();
    if (text === "EXECUTE" || (text === "DO" && after !== "UPDATE" && after !== "NOTHING")) return [excerpt];
    // `then delete` and `then update set` belong to a merge, `do update set` to an insert, `for update` to a select.
    const isDelete = text === "DELETE" && after === "FROM";
    const isUpdate = text === "UPDATE" && after !== "SET" && before !== "FOR" && before !== "KEY";
    if (!isDelete && !isUpdate) return [];
    const restricts = statement.some((token) => token.text === "WHERE" && token.depth === depth);
    return restricts ? [] : [excerpt];
  });
}
