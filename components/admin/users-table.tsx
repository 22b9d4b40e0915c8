import { Badge } from "@/components/ui/badge";
import { Missing } from "@/components/ui/missing";
import { Cell, Row, Table } from "@/components/ui/table";
import { formatMoment, isoMoment } from "@/lib/admin/display";
import type { ListedUser } from "@/lib/admin/types";

const name = { label: "Display Name", width: 26 };
const id = { label: "User ID", width: 40 };
const role = { label: "Role", width: 10 };
const createdAt = { label: "Created At", width: 24 };

type UsersTableProps = { labelledBy: string; users: readonly ListedUser[] };

export function UsersTable({ labelledBy, users }: UsersTableProps) {
  return (
    <Table labelledBy={labelledBy} columns={[name, id, role, createdAt]}>
      {users.map((user) => (
        <Row key={user.userId}>
          <Cell column={name} className="font-semibold @2xl:font-medium">
            {user.displayName ?? <Missing label="No display name" />}
          </Cell>
          <Cell column={id}>
            <code className="text-xs">{user.userId}</code>
          </Cell>
          <Cell column={role}>
            <Badge look={user.role === "admin" ? "strong" : "plain"}>{user.role}</Badge>
          </Cell>
          <Cell column={createdAt}>
            <time dateTime={isoMoment(user.createdAt)}>{formatMoment(user.createdAt)}</time>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
