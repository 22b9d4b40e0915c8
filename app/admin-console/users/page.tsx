import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { FilteredList } from "@/components/admin/filtered-list";
import { GiveRole } from "@/components/admin/roles/give-role.client";
import { UsersTable } from "@/components/admin/users-table";
import { parseFilter } from "@/lib/admin/activity";
import { listTitle } from "@/lib/admin/display";
import { parsePage } from "@/lib/admin/paging";
import { listUsers } from "@/lib/admin/people.server";
import { roleNames } from "@/lib/admin/roles";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireAdmin } from "@/lib/auth/admin.server";
import { consoleRoles } from "@/lib/auth/roles";

export const generateMetadata = adminMetadata("Users", "admin");

const roleOptions = [
  { value: "", label: "Every role" },
  ...consoleRoles.map((role) => ({ value: role, label: roleNames[role] })),
];

export default async function UsersPage({ searchParams }: PageProps<"/admin-console/users">) {
  const { client, viewer } = await requireAdmin();
  const asked = await searchParams;
  const query = parseFilter(asked.q);
  const role = consoleRoles.find((one) => one === asked.role) ?? "";
  const list = await listUsers(client, parsePage(asked.page), { query, role });
  if (list.page > list.pageCount) redirect(adminRoutes.users({ query, role, page: list.pageCount }));
  return (
    <ConsolePage title={listTitle("Users", list, Boolean(query || role))} titleId="list-title">
      <GiveRole viewer={viewer} />
      <FilteredList
        list={list}
        noun="users"
        path={adminRoutes.users()}
        label="Find by email or name"
        note="A part of either is enough."
        query={query}
        choice={{ name: "role", label: "Role", value: role, options: roleOptions }}
        hrefOf={(page) => adminRoutes.users({ query, role, page })}
      >
        <UsersTable labelledBy="list-title" users={list.rows} ownId={viewer.id} />
      </FilteredList>
    </ConsolePage>
  );
}
