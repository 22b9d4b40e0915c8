import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { ListPager } from "@/components/admin/list-pager";
import { ListStatus } from "@/components/admin/list-status";
import { UsersTable } from "@/components/admin/users-table";
import { listTitle } from "@/lib/admin/display";
import { parsePage } from "@/lib/admin/paging";
import { listUsers } from "@/lib/admin/queries.server";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireAdmin } from "@/lib/auth/admin.server";

export const generateMetadata = adminMetadata("Users");

export default async function UsersPage({ searchParams }: PageProps<"/admin-console/users">) {
  const { client } = await requireAdmin();
  const list = await listUsers(client, parsePage((await searchParams).page));
  if (list.page > list.pageCount) redirect(adminRoutes.users(list.pageCount));
  return (
    <ConsolePage title={listTitle("Users", list)} titleId="list-title">
      <ListStatus list={list} />
      <UsersTable labelledBy="list-title" users={list.rows} />
      <ListPager {...list} hrefOf={adminRoutes.users} />
    </ConsolePage>
  );
}
