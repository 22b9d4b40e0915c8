import type { LucideIcon } from "lucide-react";
import { ConsolePage } from "./console-page";
import { ImportLink } from "./import-link";
import { Notice } from "./notice";

type ComingSoonProps = {
  title: string;
  Icon: LucideIcon;
  /** What the page will offer, and what to use until then. */
  hint: string;
};

/** A placeholder for a page of the console that does not exist yet. */
export function ComingSoon({ title, Icon, hint }: ComingSoonProps) {
  return (
    <ConsolePage title={title}>
      <Notice Icon={Icon} title="Coming Soon" hint={hint}>
        <ImportLink />
      </Notice>
    </ConsolePage>
  );
}
