import { FileUp } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { ConsoleLink } from "./console-navigation.client";

/** The way to fill the catalogue. */
export function ImportLink() {
  return (
    <ConsoleLink href={adminRoutes.import()} className={buttonClasses("solid")}>
      <FileUp aria-hidden="true" className="size-4" />
      Import Data
    </ConsoleLink>
  );
}
