/** A note at a moment of a lecture, as the device stores it. Times within the video are in whole seconds. */
export type Note = {
  /** A UUID that the device has generated. */
  id: string;
  /** The id of the lecture's row; null if the lecture is gone. */
  recordId: number | null;
  videoId: string | null;
  courseName: string;
  lectureName: string;
  seconds: number;
  /** The end of the passage that the note is about; null if it is about a single moment. */
  until: number | null;
  /** The text as typed; empty for a bookmark. */
  body: string;
  /** In milliseconds since 1970. */
  createdAt: number;
  /** The id of what the server, or for a visitor the device, has stored of it; null if it has none. */
  version?: string | null;
};

/** A note with the ids in the URL of its lecture's page; they are null if the course or the lecture is gone. */
export type ListedNote = Note & {
  courseId: string | null;
  lectureId: string | null;
  institution: string | null;
};

/**
 * A note as it is sent to the server. `createdAgo` and `writtenAgo` are in milliseconds before the request. `version`
 * is a UUID that the device has chosen for it, and `basedOn` are the versions that it takes the place of.
 */
export type SentNote = Omit<Note, "id" | "createdAt" | "version"> & {
  createdAgo: number;
  writtenAgo: number;
  version?: string | undefined;
  basedOn?: string[] | undefined;
};
