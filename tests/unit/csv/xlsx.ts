import { strToU8, zipSync } from "fflate";

/** A cell as XML or as a plain value: a shared string, a number, or null for no cell. */
export type XlsxCell = string | number | null | { xml: (reference: string) => string };

type XlsxSheet = {
  name: string;
  state?: "hidden" | "veryHidden";
  /** Null stands for a missing row. */
  rows: (XlsxCell[] | null)[];
  /** The numbers of rows that are hidden. */
  hiddenRows?: number[];
  /** XML after the cells. */
  after?: string;
  /** The addresses of cells with links, by the cells' references. */
  links?: Record<string, string>;
};

type XlsxOptions = {
  sharedStrings?: string[];
  styles?: string;
  isFrom1904?: boolean;
  /** Whether a spreadsheet is to calculate all formulas when it opens the workbook. */
  isUncalculated?: boolean;
  /** Parts that replace the generated ones or are added to them. */
  parts?: Record<string, string | Uint8Array>;
  prefix?: string;
};

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A workbook as Excel writes it. */
export function xlsxOf(sheets: XlsxSheet[], options: XlsxOptions = {}): Uint8Array<ArrayBuffer> {
  const strings = [...(options.sharedStrings ?? [])];
  const shared = strings.map((xml) => `<si>${xml}</si>`);
  const cellXml = (cell: XlsxCell, reference: string) => {
    if (cell === null) return "";
    if (typeof cell === "object") return cell.xml(reference);
    if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
    shared.push(`<si><t xml:space="preserve">${escapeXml(cell)}</t></si>`);
    return `<c r="${reference}" t="s"><v>${shared.length - 1}</v></c>`;
  };
  const sheetXml = ({ rows, hiddenRows = [], after = "", links = {} }: XlsxSheet) => {
    const linked = Object.keys(links).map((cell, index) => `<hyperlink ref="${cell}" r:id="rId${index}"/>`);
    const xml = rows.map((cells, row) => {
      const line = cells?.map((cell, column) => cellXml(cell, `${letterOf(column)}${row + 1}`)).join("");
      const hidden = hiddenRows.includes(row + 1) ? ' hidden="1"' : "";
      return cells ? `<row r="${row + 1}" spans="1:9"${hidden}>${line}</row>` : "";
    });
    return `${XML}<worksheet ${MAIN} xmlns:r="${RELATIONS}"><sheetData>${xml.join("")}</sheetData>${after}${linked.length > 0 ? `<hyperlinks>${linked.join("")}</hyperlinks>` : ""}</worksheet>`;
  };
  const sheetParts = sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${escapeXml(target)}"/>`;
  const relations = (content: string) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const linkParts = sheets.flatMap(({ links }, index) => {
    const targets = Object.values(links ?? {}).map((target, id) => relation(`rId${id}`, "hyperlink", target));
    return links ? [[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relations(targets.join(""))]] : [];
  });
  const listed = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 7}"${state ? ` state="${state}"` : ""} r:id="rId${index + 1}"/>`,
  );
  const parts: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${options.isFrom1904 ? ' date1904="1"' : ""}/><sheets>${listed.join("")}</sheets>${options.isUncalculated ? '<calcPr calcId="124519" fullCalcOnLoad="1"/>' : ""}</workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      sheets
        .map((_, index) => relation(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`))
        .join("") +
        relation("rId90", "styles", "styles.xml") +
        relation("rId91", "sharedStrings", "/xl/sharedStrings.xml"),
    ),
    ...Object.fromEntries([...sheetParts, ...linkParts]),
    "xl/styles.xml": options.styles ?? `${XML}<styleSheet ${MAIN}/>`,
    "xl/sharedStrings.xml": `${XML}<sst ${MAIN}>${shared.join("")}</sst>`,
    ...options.parts,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([path, part]) => [path, typeof part === "string" ? strToU8(part) : part]),
    ),
  );
}

/** Styles in which `s="1"` selects the first of the formats, and so on; `s="0"` selects no format. */
export function stylesOf(...formats: (number | string)[]): string {
  const custom = formats.flatMap((format, index) =>
    typeof format === "string"
      ? [`<numFmt numFmtId="${170 + index}" formatCode="${escapeXml(format)}"/>`]
      : [],
  );
  const styles = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === "string" ? 170 + index : format}"/>`,
  );
  return `<styleSheet ${MAIN}><numFmts>${custom.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`;
}

function letterOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letterOf(rest - 1) : "") + String.fromCharCode(65 + (column % 26));
}
