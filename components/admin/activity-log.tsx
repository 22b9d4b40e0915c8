import { EmailAddress } from "@/components/ui/email-address";
import { Missing } from "@/components/ui/missing";
import { Cell, Row, Table } from "@/components/ui/table";
import { actorOf, capitalised, describeDetails, nameOf, subjectOf } from "@/lib/admin/activity";
import { adminRoutes } from "@/lib/admin/routes";
import type { LogEntry, Person } from "@/lib/admin/types";
import { ConsoleLink } from "./console-navigation.client";
import { LocalTime } from "./local-time.client";

const when = { label: "When", width: 24 };
const who = { label: "Who", width: 23 };
const what = { label: "What", width: 19 };
const about = { label: "Details", width: 34 };

type ActivityLogProps = { labelledBy: string; entries: readonly LogEntry[] };

export function ActivityLog({ labelledBy, entries }: ActivityLogProps) {
  return (
    <Table labelledBy={labelledBy} columns={[when, who, what, about]}>
      {entries.map((entry) => (
        <Row key={entry.id}>
          <Cell column={when}>
            <LocalTime time={entry.happenedAt} />
          </Cell>
          <Cell column={who} className="wrap-anywhere">
            <Who actor={actorOf(entry)} />
          </Cell>
          <Cell column={what} className="font-semibold @3xl:font-medium">
            {capitalised(entry.event)}
          </Cell>
          <Cell column={about} className="wrap-anywhere">
            <About entry={entry} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const Who = ({ actor }: { actor: Person | string }) =>
  typeof actor === "string" ? <span className="text-quiet">{actor}</span> : <Account person={actor} />;

function About({ entry }: { entry: LogEntry }) {
  const subject = subjectOf(entry);
  const details = describeDetails(entry.details);
  if (!subject && !details && !entry.address) return <Missing label="Nothing more" />;
  return (
    <>
      {subject ? <Account person={subject} /> : null}
      {details ? (
        // Named files and courses may be written from right to left; the sentence is not.
        <span dir="ltr" className="block">
          {details}
        </span>
      ) : null}
      {entry.address ? <span className="block text-quiet">from {entry.address}</span> : null}
    </>
  );
}

/** A name that links to the account's log entries, followed by the e-mail address unless that is the name. */
function Account({ person }: { person: Person }) {
  const { id, email, name } = person;
  return (
    <span className="block">
      <ConsoleLink
        href={adminRoutes.log({ person: email ?? id })}
        className="-my-3 inline-block max-w-full py-3 font-medium text-board underline-offset-4 hover:underline"
      >
        <bdi>{email && !name ? <EmailAddress address={email} /> : nameOf(person)}</bdi>
      </ConsoleLink>
      {name && email ? (
        <span className="block text-quiet">
          <EmailAddress address={email} />
        </span>
      ) : null}
      {email === null && name === null ? <code className="block text-xs text-quiet">{id}</code> : null}
    </span>
  );
}
