import { FileUp } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { ConsoleLink } from "./console-navigation.client";

/** A link to the import page, which fills the catalogue. */
export function ImportLink() {
  return (
    <ConsoleLink href={adminRoutes.import()} className={buttonClasses("solid")}>
      <FileUp aria-hidden="true" className="size-4" />
      Import Data
    </ConsoleLink>
  );
}
