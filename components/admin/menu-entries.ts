import {
  Files,
  FileUp,
  LayoutDashboard,
  ListPlus,
  ListVideo,
  type LucideIcon,
  SquarePlus,
  Tags,
  Users,
  VideoOff,
} from "lucide-react";
import type { Route } from "next";
import { adminRoutes } from "@/lib/admin/routes";

export type MenuEntry = { label: string; href: Route; Icon: LucideIcon };

export const dashboardEntry: MenuEntry = {
  label: "Dashboard",
  href: adminRoutes.console(),
  Icon: LayoutDashboard,
};

export const menuGroups: { title: string; entries: MenuEntry[] }[] = [
  {
    title: "Manage",
    entries: [
      { label: "Lectures", href: adminRoutes.lectures(), Icon: ListVideo },
      { label: "Add Lecture", href: adminRoutes.addLecture(), Icon: SquarePlus },
      { label: "Add Lecture Series", href: adminRoutes.addSeries(), Icon: ListPlus },
      { label: "Tags", href: adminRoutes.tags(), Icon: Tags },
      { label: "Users", href: adminRoutes.users(), Icon: Users },
      { label: "Files", href: adminRoutes.files(), Icon: Files },
      { label: "Video health", href: adminRoutes.videos(), Icon: VideoOff },
    ],
  },
  {
    title: "Database",
    entries: [{ label: "Import Data", href: adminRoutes.import(), Icon: FileUp }],
  },
];
