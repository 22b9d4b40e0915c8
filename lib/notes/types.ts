/** A note at a moment of a lecture, as the device that takes it knows it. Times of the video are in whole seconds. */
export type Note = {
  /** A UUID that the device has chosen. */
  id: string;
  /** Of the lecture; null where it is gone. */
  recordId: number | null;
  videoId: string | null;
  courseName: string;
  lectureName: string;
  seconds: number;
  /** The end of what the note is about, where it has one. */
  until: number | null;
  /** As it was typed; empty for a bookmark. */
  body: string;
  /** In milliseconds since 1970. */
  createdAt: number;
};

/** A note with what its lecture's page is addressed by: null where the course or the lecture is gone. */
export type ListedNote = Note & {
  courseId: string | null;
  lectureId: string | null;
  institution: string | null;
};

/** A note as it is sent to the server: the times of writing are so many milliseconds before it is sent. */
export type SentNote = Omit<Note, "id" | "createdAt"> & { createdAgo: number; writtenAgo: number };
