import type { ImportedLecture } from "../lib/lecture-import/columns.ts";
import { createRandom, type Random } from "./random.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Earlier subjects get more courses. All subjects of the presets are here, so a home page has as many sections. */
const SUBJECTS =
  "Programming,Mathematics,Physics,Data science,Chemistry,Biology,Computer Science,Economics,History,Electrical Engineering,Mechanical Engineering,Civil Engineering,Test prep,Law,Medicine,Psychology,Philosophy,Literature,Art,Music,Business,Finance,Statistics,Astronomy,Geology,Political science,Sociology,Education,Environmental science,Linguistics,Web development,Machine learning,Partner content,Scientific computing,Economics and finance,Health and medicine,Organic chemistry,Technical writing,Art history,Discoveries and projects,Cosmology and astronomy,Computing,Aerospace Engineering,Language,American civics,Neuroscience".split(
    ",",
  );
const INSTITUTIONS =
  "Khan Academy,MIT OpenCourseWare,Yale,NPTEL,UC Berkeley,Stanford,Caltech,Princeton,Oxford".split(",");
const ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** What titles end with besides words; some of these endings are difficult for a search. */
const ENDINGS =
  " (Part 1);, part 2; & more; - Q&A; [HD]; (C++);?;!;: what’s next; – naïve; 100%; a_b; \\n; “quoted”; λ; 日本語; 🎉; İstanbul; ß; ΟΔΟΣ".split(
    ";",
  );

type Course = {
  name: string;
  slug: string;
  description: string | null;
  subject: string;
  instructor: string;
  institution: string;
  keywords: string | null;
  hasOwnKeywords: boolean;
  viewRate: number;
};

/**
 * Generates lectures, course by course and always the same for a seed. Courses have about 40 lectures. Names,
 * descriptions (a fifth of the courses has none) and keywords (of the course alone, or with the lecture's own, or
 * none) are like those of the presets, but descriptions are longer.
 */
export function* generateLectures(
  vocabulary: Vocabulary,
  { lectures, courses, seed = 1 }: { lectures: number; courses: number; seed?: number },
): Generator<ImportedLecture> {
  const random = createRandom(seed);
  let left = lectures;
  for (let index = 0; index < courses && left > 0; index++) {
    const mean = left / (courses - index);
    const isLast = index === courses - 1;
    const size = isLast
      ? left
      : Math.min(left, Math.max(1, random.between(Math.floor(mean * 0.2), Math.ceil(mean * 1.8))));
    const course = generateCourse(vocabulary, random, `${seed}-${index + 1}`, pickSubject(random, index));
    for (let number = 1; number <= size; number++) yield generateLecture(vocabulary, random, course, number);
    left -= size;
  }
}

/** First gives every subject the four courses that a home page shows; after that, earlier subjects get more. */
function pickSubject(random: Random, course: number): string {
  const share = random.next() ** 1.6;
  const index = course < 4 * SUBJECTS.length ? course % SUBJECTS.length : Math.floor(share * SUBJECTS.length);
  return SUBJECTS[index] as string;
}

function generateCourse(vocabulary: Vocabulary, random: Random, suffix: string, subject: string): Course {
  const topic = capitalise(vocabulary.words(random.between(2, 4), random));
  const name = `${topic}${random.chance(0.5) ? `: ${capitalise(vocabulary.words(2, random))}` : ""} ${suffix}`;
  const sentence = (length: number) =>
    vocabulary.words(length, random).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const describes = random.chance(0.8);
  const hasKeywords = random.chance(0.8);
  return {
    name,
    slug: name
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, "-")
      .slice(0, 250),
    description: describes
      ? `${sentence(random.between(25, 65))}.\nHe said "${vocabulary.words(3, random)}", then ${vocabulary.words(random.between(10, 45), random)}.`
      : null,
    subject,
    instructor: capitalise(vocabulary.words(2, random)),
    institution: random.pick(INSTITUTIONS),
    keywords: hasKeywords
      ? [
          topic,
          ...Array.from({ length: random.between(1, 6) }, () =>
            vocabulary.words(random.between(1, 2), random),
          ),
        ].join(", ")
      : null,
    hasOwnKeywords: random.chance(0.4),
    viewRate: random.next() * 60,
  };
}

function generateLecture(
  vocabulary: Vocabulary,
  random: Random,
  course: Course,
  number: number,
): ImportedLecture {
  const videoId = Array.from({ length: 11 }, () => ID_CHARACTERS[random.between(0, 63)]).join("");
  const title = capitalise(vocabulary.words(random.between(2, 6), random));
  const ending = random.chance(0.08) ? random.pick(ENDINGS) : "";
  const isRated = random.chance(0.9);
  return {
    course_name: course.name,
    course_description: course.description,
    subject: course.subject,
    instructor: course.instructor,
    institution: course.institution,
    seo_slug: course.slug,
    image: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
    lecture_number: number,
    lecture_name: `${random.chance(0.3) ? `Lecture ${number}: ` : ""}${title}${ending}`,
    youtube: `https://www.youtube.com/embed/${videoId}`,
    keywords:
      course.keywords && course.hasOwnKeywords
        ? `${course.keywords}, ${title.toLowerCase()}`
        : course.keywords,
    view_rate: isRated ? Math.round((course.viewRate + random.next() * 40) * 1000) / 1000 : null,
    views: Math.floor(10 ** (random.next() * 6)),
  };
}

function capitalise(words: string): string {
  return words.replace(/(^| )\p{Ll}/gu, (letter) => letter.toUpperCase());
}
