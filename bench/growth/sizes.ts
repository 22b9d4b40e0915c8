import type { Sql } from "postgres";
import type { Row } from "../part.ts";
import { type Catalogues, labelOf } from "./turns.ts";

/** Bytes on disk by purpose. */
type Sizes = { lectures: number; bytes: Map<string, number> };

/** Disk space per lecture, in the tables and indexes of lectures and of everything that is derived from them. */
export async function measureSizes(catalogues: Catalogues): Promise<Row[]> {
  const sizes = await Promise.all(catalogues.map(({ sql }) => readSizes(sql)));
  const [small, ...larger] = sizes;
  if (!small) return [];
  return larger.flatMap(({ lectures, bytes }, index) =>
    [...bytes].map(([what, total]): Row => {
      const [value, compared] = [total / lectures, (small.bytes.get(what) ?? Number.NaN) / small.lectures];
      return {
        name: `disk: ${what}${larger.length > 1 ? `, ${labelOf(catalogues[index + 1]!.size)}` : ""}`,
        value,
        unit: "bytes a lecture",
        compared: { name: labelOf(catalogues[0].size), value: compared },
        ratio: value / compared,
      };
    }),
  );
}

async function readSizes(sql: Sql): Promise<Sizes> {
  const [total] = await sql`select lecture_count as lectures from catalogue_totals`;
  const rows = await sql<{ what: string; bytes: number }[]>`
    with parts as (
      select case
          when c.relname = 'lectures' then 'lectures'
          when c.relname like 'search%' then 'search'
          else 'courses and their subjects'
        end as of,
        c.oid
      from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
        and (c.relname = 'lectures' or c.relname like 'search%' or c.relname like 'course\\_%')
    ), measured as (
      select p.of || ', tables' as what, pg_table_size(p.oid) as bytes from parts p
      union all
      select p.of || case a.amname when 'gin' then ', trigram indexes' else ', other indexes' end,
        pg_relation_size(i.indexrelid)
      from parts p
      join pg_index i on i.indrelid = p.oid
      join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam
    )
    select what, sum(bytes)::float8 as bytes from measured group by what
    union all select 'all of them', sum(bytes)::float8 from measured
    order by 1`;
  return { lectures: total?.lectures, bytes: new Map(rows.map(({ what, bytes }) => [what, bytes])) };
}
