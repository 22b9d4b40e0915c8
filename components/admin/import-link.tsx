import { FileUp } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";
import { ConsoleLink } from "./console-navigation.client";

/** The way to fill the catalogue. */
export function ImportLink() {
  return (
    <ConsoleLink href={routes.adminImport()} className={buttonClasses("solid")}>
      <FileUp aria-hidden="true" className="size-4" />
      Import Data
    </ConsoleLink>
  );
}
