import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AdminShell } from "@/components/admin/admin-shell.client";
import { MENU_COOKIE, parseMenuState } from "@/lib/admin/menu-state";
import { getAdmin, requireAdmin } from "@/lib/auth/admin.server";
import { site } from "@/lib/site";

export const dynamic = "force-dynamic";

const metadata: Metadata = {
  title: { default: "Admin Console", template: `%s | Admin Console | ${site.name}` },
  robots: { index: false, follow: false },
};

/** For administrators alone: Next sends metadata along even where the page redirects. */
export async function generateMetadata(): Promise<Metadata> {
  return (await getAdmin()) ? metadata : {};
}

export default async function AdminLayout({ children }: LayoutProps<"/admin-console">) {
  const { viewer } = await requireAdmin();
  const menu = (await cookies()).get(MENU_COOKIE)?.value;
  return (
    <AdminShell viewer={viewer} initialMenu={parseMenuState(menu)}>
      {children}
    </AdminShell>
  );
}
