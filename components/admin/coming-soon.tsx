import type { LucideIcon } from "lucide-react";
import { ConsolePage } from "./console-page";
import { ImportLink } from "./import-link";
import { Notice } from "./notice";

type ComingSoonProps = {
  title: string;
  Icon: LucideIcon;
  /** What will be here, and what there is instead until then. */
  hint: string;
};

/** A page of the console that is not there yet, and does not pretend to be. */
export function ComingSoon({ title, Icon, hint }: ComingSoonProps) {
  return (
    <ConsolePage title={title}>
      <Notice Icon={Icon} title="Coming Soon" hint={hint}>
        <ImportLink />
      </Notice>
    </ConsolePage>
  );
}
