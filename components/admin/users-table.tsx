import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { Missing } from "@/components/ui/missing";
import { Cell, Row, Table } from "@/components/ui/table";
import { adminRoutes } from "@/lib/admin/routes";
import type { ListedUser } from "@/lib/admin/types";
import { ConsoleLink } from "./console-navigation.client";
import { LocalTime } from "./local-time.client";
import { ChangeRole } from "./roles/change-role.client";

const name = { label: "Display Name", width: 15 };
const email = { label: "Email", width: 20 };
const id = { label: "User ID", width: 18 };
const role = { label: "Role", width: 10 };
const createdAt = { label: "Created At", width: 14 };
const actions = { label: "Actions", width: 23 };

type UsersTableProps = {
  labelledBy: string;
  users: readonly ListedUser[];
  /** The id of the signed-in account. */
  ownId: string;
};

export function UsersTable({ labelledBy, users, ownId }: UsersTableProps) {
  return (
    <Table labelledBy={labelledBy} columns={[name, email, id, role, createdAt, actions]}>
      {users.map((user) => (
        <Row key={user.userId}>
          <Cell column={name} className="font-semibold @3xl:font-medium">
            {user.displayName ?? <Missing label="No display name" />}
          </Cell>
          <Cell column={email} className="wrap-anywhere">
            {user.email ? <EmailAddress address={user.email} /> : <Missing label="No email" />}
          </Cell>
          <Cell column={id}>
            <code className="text-xs break-words">{user.userId}</code>
          </Cell>
          <Cell column={role}>
            <Badge look={user.role === "user" ? "plain" : "strong"}>{user.role}</Badge>
          </Cell>
          <Cell column={createdAt}>
            <LocalTime time={user.createdAt} />
          </Cell>
          <Cell column={actions}>
            <span className="flex flex-wrap gap-2">
              <ChangeRole user={user} isOwn={user.userId === ownId} />
              <ConsoleLink
                href={adminRoutes.log({ person: user.email ?? user.userId })}
                className={buttonClasses("outline", "px-3!")}
              >
                Log
                <span className="sr-only"> of {user.email ?? user.userId}</span>
              </ConsoleLink>
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
