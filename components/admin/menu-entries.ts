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
import { routes } from "@/lib/routes";

export type MenuEntry = { label: string; href: Route; Icon: LucideIcon };

export const dashboardEntry: MenuEntry = {
  label: "Dashboard",
  href: routes.adminConsole(),
  Icon: LayoutDashboard,
};

export const menuGroups: { title: string; entries: MenuEntry[] }[] = [
  {
    title: "Manage",
    entries: [
      { label: "Lectures", href: routes.adminLectures(), Icon: ListVideo },
      { label: "Add Lecture", href: routes.adminAddLecture(), Icon: SquarePlus },
      { label: "Add Lecture Series", href: routes.adminAddSeries(), Icon: ListPlus },
      { label: "Tags", href: routes.adminTags(), Icon: Tags },
      { label: "Users", href: routes.adminUsers(), Icon: Users },
      { label: "Files", href: routes.adminFiles(), Icon: Files },
      { label: "Video health", href: routes.adminVideos(), Icon: VideoOff },
    ],
  },
  {
    title: "Database",
    entries: [{ label: "Import Data", href: routes.adminImport(), Icon: FileUp }],
  },
];
