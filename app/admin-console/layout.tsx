import { cookies } from "next/headers";
import { AdminShell } from "@/components/admin/admin-shell.client";
import { MENU_COOKIE, parseMenuState } from "@/lib/admin/menu-state";
import { consoleMetadata, requireRole } from "@/lib/auth/admin.server";
import { site } from "@/lib/site";

export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata({
  title: { default: "Admin Console", template: `%s | Admin Console | ${site.name}` },
  robots: { index: false, follow: false },
});

export default async function AdminLayout({ children }: LayoutProps<"/admin-console">) {
  const { viewer } = await requireRole("viewer");
  const menu = (await cookies()).get(MENU_COOKIE)?.value;
  return (
    <AdminShell viewer={viewer} initialMenu={parseMenuState(menu)}>
      {children}
    </AdminShell>
  );
}
