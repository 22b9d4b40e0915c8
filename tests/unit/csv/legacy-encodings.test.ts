import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../lib/csv/decode-text.ts";
import { findHighByte, findWindow, judgeWindow } from "../../../lib/csv/encoding.ts";
import type { LegacyEncoding } from "../../../lib/csv/legacy-encodings.ts";
import { bytesOf, collect, encode } from "./support.ts";

const PRESETS = new URL("../../../public/data/", import.meta.url).pathname;

const TITLES: [language: string, LegacyEncoding, titles: string][] = [
  [
    "Polish",
    "windows-1250",
    "Wykład 1: Pojęcia podstawowe;Równania różniczkowe;Żywienie człowieka;Źródła światła",
  ],
  ["one word of Polish", "windows-1250", "Wykład"],
  ["English with Polish names", "windows-1250", "Calculus;Łukasz Kowalski;Paweł Nowak"],
  [
    "English with Czech names",
    "windows-1250",
    "Calculus;Jiří Novák;Petr Dvořák;Tomáš Procházka;Ondřej Němec",
  ],
  ["Croatian with few of its letters", "windows-1250", "Uvod u programiranje;Pokazivači;Horvatić;Ana Perić"],
  ["English with Danish and Latin words", "windows-1252", "Søren Bjørnson;curriculum vitæ;Ærø;Tromsø;£100"],
  ["Faroese", "windows-1252", "Føroyar;søga;børn;bøur;ávirkan;høvn"],
  [
    "Czech",
    "windows-1250",
    "Přednáška 1: Základní pojmy;Obyčejné rovnice;Počítačové sítě;Dějiny českých zemí",
  ],
  [
    "Slovak",
    "windows-1250",
    "Prednáška 1: Základné pojmy;Obyčajné rovnice;Počítačové siete;Ľudské telo a jeho časti",
  ],
  [
    "Hungarian",
    "windows-1250",
    "Első előadás: Alapfogalmak;Számítógépes hálózatok;Gyűrűk és testek;Erdős Pál gráfjai",
  ],
  [
    "Romanian",
    "windows-1250",
    "Noţiuni de bază;Algoritmi şi structuri de date;Ecuaţii diferenţiale;Reţele de calculatoare",
  ],
  [
    "Polish, saved on Unix",
    "iso-8859-2",
    "Wykład 1: Pojęcia podstawowe;Równania różniczkowe;Żywienie człowieka;Źródła światła",
  ],
  [
    "Czech, saved on Unix",
    "iso-8859-2",
    "Přednáška 1: Základní pojmy;Obyčejné rovnice;Počítačové sítě;Dějiny českých zemí",
  ],
  [
    "Slovak, saved on Unix",
    "iso-8859-2",
    "Lineárna algebra;Úvod do štúdia;Šírenie vĺn;Príklady na matice;Žiaci základných škôl",
  ],
  [
    "Turkish",
    "windows-1254",
    "Programlamaya giriş;Veri yapıları ve algoritmalar;Bilgisayar ağları;Türkiye tarihi: Osmanlı",
  ],
  ["Russian", "windows-1251", "Введение в программирование;Лекция 1: основные понятия;История России"],
  [
    "Serbian whose capitals are letters of Mac Cyrillic",
    "windows-1251",
    "Људско тело;Ћирилица;Закони физике",
  ],
  ["Russian, saved on a Macintosh", "x-mac-cyrillic", "Введение в физику;Лекция 1 – понятия;История России"],
  ["Russian whose capitals are letters of Serbian", "x-mac-cyrillic", "Алгебра;Множества;Операторы"],
  ["Ukrainian, saved on a Macintosh", "x-mac-cyrillic", "Вступ до фізики;Тепло і світло;Історія України"],
  ["Ukrainian", "windows-1251", "Вступ до фізики;Тепло і світло;Коливання і хвилі;Історія України"],
  ["Belarusian", "windows-1251", "Уводзіны ў фізіку;Цеплыня і святло;Ваганні і хвалі;Гісторыя Беларусі"],
  ["Bulgarian", "windows-1251", "Въведение във физиката;Топлина и светлина;История на България"],
  ["Serbian", "windows-1251", "Увод у физику;Топлота и светлост;Историја Србије;Први светски рат"],
  [
    "Croatian",
    "windows-1250",
    "Grčka filozofija;Osnove računovodstva;Diferencijalne jednadžbe;Stanična biologija;Računalne mreže;Zaštita okoliša",
  ],
  [
    "Slovene",
    "windows-1250",
    "Grška filozofija;Osnove računovodstva;Diferencialne enačbe;Celična biologija;Računalniška omrežja;Sodobna književnost",
  ],
  [
    "Lithuanian",
    "windows-1257",
    "Fizikos įvadas;Šiluma ir šviesa;Kvantinė mechanika;Graikų filosofija;Diferencialinės lygtys;Žmogaus genetika",
  ],
  [
    "Latvian",
    "windows-1257",
    "Ievads fizikā;Svārstības un viļņi;Kvantu mehānika;Pasaules karš;Šūnu bioloģija",
  ],
  [
    "Estonian",
    "windows-1257",
    "Võnkumised ja lained;Mikroökonoomika;Tõenäosus;Žanrid;Šahh ja käitumine;Põhiseadus",
  ],
  ["Thai", "windows-874", "ฟิสิกส์เบื้องต้น;ความร้อนและแสง;ไฟฟ้าและแม่เหล็ก;ประวัติศาสตร์ไทย;กลศาสตร์ควอนตัม"],
  ["Greek", "windows-1253", "Εισαγωγή στον προγραμματισμό;Διάλεξη 1: Βασικές έννοιες;Άλγεβρα"],
  ["Hebrew", "windows-1255", "מבוא לתכנות;הרצאה 1: מושגי יסוד;אלגוריתמים ומבני נתונים"],
  ["Arabic", "windows-1256", "مقدمة في البرمجة;المحاضرة الأولى: مفاهيم أساسية;المعادلات التفاضلية"],
  ["Japanese", "Shift_JIS", "プログラミング入門;第1回 基本概念;アルゴリズムとデータ構造;量子力学の基礎"],
  [
    "Japanese",
    "EUC-JP",
    "線形代数入門;第1回 行列と行列式;プログラミング入門;量子力学の基礎;固有値と固有ベクトル",
  ],
  ["Chinese", "GB18030", "程序设计导论;算法与数据结构;第一讲：基本概念;常微分方程"],
  ["Chinese of Taiwan", "Big5", "程式設計導論;演算法與資料結構;第一講：基本概念;常微分方程"],
  ["Korean", "EUC-KR", "프로그래밍 입문;알고리즘과 자료 구조;제1강 기본 개념;상미분 방정식"],
  ["German", "windows-1252", "Einführung in die Größenlehre;Übung für Anfänger;Gewöhnliche Gleichungen;Maße"],
  [
    "French",
    "windows-1252",
    "Équations différentielles;Leçon 1 : notions élémentaires;Où va l'élève ?;Théorie de l'âge",
  ],
  [
    "Spanish",
    "windows-1252",
    "¿Qué es una ecuación?;Lección 1: nociones básicas;Historia de España;Álgebra y lógica",
  ],
  [
    "Portuguese",
    "windows-1252",
    "Introdução à programação;Lição 1: noções básicas;Equações diferenciais;Mecânica quântica",
  ],
  ["Italian", "windows-1252", "Perché è così;La città e l'università;Proprietà degli integrali;Più società"],
  [
    "Danish",
    "windows-1252",
    "Indføring i logik og mængdelære;Sædvanlige ligninger;Forelæsning på dansk;Københavns historie",
  ],
  [
    "Icelandic",
    "windows-1252",
    "Inngangur að forritun;Saga Íslands: miðaldir;Skammtafræði fyrir byrjendur;Þekking og rökfræði",
  ],
];

const TURKISH_OPTICS =
  "Işığın kırılması;Işığın yansıması;Güneş ışığında gölgeler;Dalga boyu;Mercekler;Aynalar;Görüntü oluşumu";

const read = async (bytes: Uint8Array, size: number) =>
  (await collect(decodeText(bytesOf(bytes, size), null, 65_536))).join("");

/** Lines as of a file of lectures, with cells that say nothing about the language. */
const linesOf = (titles: string[]) =>
  titles
    .map((title, index) => `${titles[0]};${index};${title};https://youtu.be/aB3-_xYz019;4,5\r\n`)
    .join("");

describe("the language decides", () => {
  it.each(TITLES)("%s: %s", async (_, encoding, titles) => {
    const text = `Course Name;Lecture Number;Lecture Name;Lecture Link;View Rate\r\n${linesOf(titles.split(";"))}`;
    const bytes = encode(text, encoding);
    expect(judgeWindow(bytes)).toBe(encoding);
    for (const size of [1, 7, bytes.length]) expect(await read(bytes, size)).toBe(text);
  });

  it.each([
    "Aula n.º 1;Aula n.º 2;Aula n.º 3;1ª parte",
    "Le château;L'âge;Le gâteau;La façade;Les îles",
    "Mahâbhârata and Râmâyana;Vedânta;Ibn Sînâ",
    "Superfluid ³He;¹H NMR;10¹² and 10²³;Volume in m³",
    "100 °C;§ 5;© MIT;½ of it;± 3;5 € a day;x² + y²;ƒ(x)",
    "Einführung;GRÖßEN;GRÖßE UND FÜßE",
    "Léacht a haon;Stair na hÉireann;An tÁbhar",
    "Føroyar;Norðurlond;Suðuroy;Vágar",
    "L'Haÿ-les-Roses;Pierre Louÿs;Noël",
    "The heart—an overview;Lungs;Kidneys;Blood—it flows",
    "Wrap—up;Lecture by André",
  ])("of Western Europe in %s", async (titles) => {
    for (const more of [[], Array.from({ length: 60 }, (_, index) => `Lecture about subject ${index}`)]) {
      const bytes = encode(linesOf([...titles.split(";"), ...more]), "windows-1252");
      expect(judgeWindow(bytes.subarray(findWindow(bytes)))).toBe("windows-1252");
    }
  });

  it("in Turkish with many letters of its own in a row", () => {
    expect(judgeWindow(encode(linesOf(TURKISH_OPTICS.split(";")), "windows-1254"))).toBe("windows-1254");
  });

  it("not by many foreign names, or most of them of one country", () => {
    const names =
      "Valdemar Švábenský;Jarka Schovancová;Jirka Vejražka;Moisés Guimarães;Søren Kierkegaard;Kurt Gödel;L'Hôpital";
    expect(judgeWindow(encode(linesOf(names.split(";")), "windows-1252"))).toBe("windows-1252");
  });

  it("not by the preset lectures, whatever part of a file is looked at", async () => {
    for (const file of (await readdir(PRESETS)).filter((name) => name.endsWith(".csv"))) {
      const lines = (await readFile(`${PRESETS}${file}`, "utf8")).split("\n");
      for (let start = 0; start < lines.length; start += 50) {
        const western = lines.slice(start, start + 50).filter((line) => /^[\0-\x7f\xa0-\xff]*$/.test(line));
        const bytes = Buffer.from(western.join("\n"), "latin1");
        if (findHighByte(bytes) < bytes.length)
          expect(judgeWindow(bytes.subarray(findWindow(bytes))), `${file}, row ${start}`).toBe(
            "windows-1252",
          );
      }
    }
  });

  it("not by a few foreign names", async () => {
    const english = Array.from({ length: 9 }, (_, index) => `Lecture about subject ${index};`).join("");
    const text = `${english}François Viète;István Szabó;Kata György;Béla Bartók`;
    expect(judgeWindow(encode(text, "windows-1252"))).toBe("windows-1252");
  });
});

describe("what is not text of Windows stays UTF-8, so that it is seen to be damaged", () => {
  it.each([
    ["DOS, Western", "45696e66816872756e6720696e2064696520477294e1656e6c656872652c209071756174696f6e73"],
    [
      "DOS, Central European",
      "506f9fa174619f652c205aa06b6c61646ea120706f6a6d792c204f62799f656a6e8220726f766e6963652c20506f9fa174619f6f76822073a174d82061206a656a69636820a36472a76261",
    ],
    ["DOS, German", "5784726d6520756e64204c696368743b446965204294727365"],
    ["DOS, Finnish", "4c846d7094206a612076616c6f3b5384686b94206a61206d61676e657469736d69"],
    ["DOS, Italian", "50657263688220638a20656c657474726963697485"],
    ["Macintosh, German", "578a726d6520756e64204c696368743b446965204c9a73756e67656e3b538a7572656e"],
    ["DOS, Cyrillic", "82a2a5a4a5ada8a520a220afe0aea3e0a0acaca8e0aea2a0ada8a52c2080aba3aee0a8e2aceb"],
    ["Macintosh, Western", "45696e669f6872756e6720696e206469652047729aa7656e6c65687265"],
    [
      "Macintosh, dashes alone",
      Buffer.from("Week 1 \xD0 Limits;Week 2 \xD0 Series;2019\xD02020", "latin1").toString("hex"),
    ],
    ["Macintosh, bullets", Buffer.from("\xA5 Limits\n\xA5 Series\nat 20\xA1C", "latin1").toString("hex")],
    [
      "Macintosh, dashes and a few accents",
      Buffer.from(`${"Week 1 \xD0 Limits\n".repeat(120)}Jos\x8E Garc\x92a`, "latin1").toString("hex"),
    ],
    [
      "Macintosh, Spanish",
      // 0x97 is ó, 0x92 í and 0x96 ñ.
      Buffer.from(
        "Introducci\x97n a la filosof\x92a;Econom\x92a pol\x92tica;Lecci\x97n 1: Astronom\x92a;Dise\x96o",
        "latin1",
      ).toString("hex"),
    ],
    [
      "Macintosh, Central European",
      "50de65646e87e46b6120313a205a876b6c61646e9220706f6a6d792c204f62798b656a6e8e",
    ],
    ["KOI8-R", "f7d7c5c4c5cec9c520d720d0d2cfc7d2c1cdcdc9d2cfd7c1cec9c52c20e1ccc7cfd2c9d4cdd9"],
  ])("%s", (_, hex) => expect(judgeWindow(Buffer.from(hex, "hex"))).toBe("utf-8"));
});
