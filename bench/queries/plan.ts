/** A node of a plan, as PostgreSQL writes it in JSON. */
type PlanNode = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Operation?: string;
  Plans?: PlanNode[];
};

/** Node types that are left out of the summary, because they read no table and sort nothing. */
const PLUMBING =
  /^(Result|Limit|Append|ProjectSet|Materialize|Memoize|Unique|LockRows|Gather|SetOp|Hash|Bitmap(And|Or)|(Function|Subquery|CTE|Values|WorkTable|Tid|Table Function|Named Tuplestore) Scan)$/;

/** The nodes of plans in order, each once: `Index Scan course_subjects_home, Nested Loop`. */
export function summarizePlans(plans: readonly PlanNode[]): string {
  const parts = new Set<string>();
  const visit = (node: PlanNode) => {
    const part = nameOf(node);
    if (part) parts.add(part);
    node.Plans?.forEach(visit);
  };
  plans.forEach(visit);
  return [...parts].join(", ");
}

function nameOf(node: PlanNode): string | null {
  const type = node["Node Type"];
  if (type === "ModifyTable") return `${node.Operation} ${node["Relation Name"]}`;
  // This node reads the table behind an index; the index is named by a node below it.
  if (type === "Bitmap Heap Scan" || PLUMBING.test(type)) return null;
  const target = node["Index Name"] ?? node["Relation Name"];
  return target ? `${type} ${target}` : type;
}

/** The plan in a notice of auto_explain; null for any other notice. */
export function planOf(notice: string): PlanNode | null {
  const json = /^duration: .*?plan:\s*(\{[\s\S]*\})\s*$/.exec(notice)?.[1];
  return json ? JSON.parse(json).Plan : null;
}
