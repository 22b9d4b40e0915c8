import {
  BookOpen,
  CircleHelp,
  Files,
  FileUp,
  History,
  LayoutDashboard,
  ListPlus,
  ListVideo,
  type LucideIcon,
  Shapes,
  SquarePlus,
  Tags,
  Users,
  VideoOff,
} from "lucide-react";
import type { Route } from "next";
import { adminRoutes } from "@/lib/admin/routes";
import { type AccountRole, type ConsoleRole, isEnough } from "@/lib/auth/roles";

export type MenuEntry = { label: string; href: Route; Icon: LucideIcon; needs: ConsoleRole };

export const dashboardEntry: MenuEntry = {
  label: "Dashboard",
  href: adminRoutes.console(),
  Icon: LayoutDashboard,
  needs: "viewer",
};

const menuGroups: { title: string; entries: MenuEntry[] }[] = [
  {
    title: "Manage",
    entries: [
      { label: "Lectures", href: adminRoutes.lectures(), Icon: ListVideo, needs: "viewer" },
      { label: "Courses", href: adminRoutes.courses(), Icon: BookOpen, needs: "viewer" },
      { label: "Subjects", href: adminRoutes.subjects(), Icon: Shapes, needs: "viewer" },
      { label: "Add Lecture", href: adminRoutes.addLecture(), Icon: SquarePlus, needs: "editor" },
      { label: "Add Lecture Series", href: adminRoutes.addSeries(), Icon: ListPlus, needs: "editor" },
      { label: "Tags", href: adminRoutes.tags(), Icon: Tags, needs: "viewer" },
      { label: "Quizzes", href: adminRoutes.quizzes(), Icon: CircleHelp, needs: "editor" },
      { label: "Users", href: adminRoutes.users(), Icon: Users, needs: "admin" },
      { label: "Files", href: adminRoutes.files(), Icon: Files, needs: "editor" },
      { label: "Video health", href: adminRoutes.videos(), Icon: VideoOff, needs: "viewer" },
      { label: "Activity log", href: adminRoutes.log(), Icon: History, needs: "admin" },
    ],
  },
  {
    title: "Database",
    entries: [{ label: "Import Data", href: adminRoutes.import(), Icon: FileUp, needs: "viewer" }],
  },
];

/** The groups with the entries that a role may open. */
export const menuGroupsOf = (role: AccountRole) =>
  menuGroups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ needs }) => isEnough(role, needs)),
  }));
