import { BUCKET, MAX_FILE_BYTES } from "../../lib/lecture-import/files.ts";
import { type Answer, ask, field } from "./ask.ts";
import { type Finding, fine, unknown, wrong } from "./finding.ts";
import { migrateCommand, type Target } from "./target.ts";

const MEBIBYTE = 1024 * 1024;

/** Checks that the bucket for imports exists, is private, and accepts files as large as the product promises. */
export async function checkStorage(target: Target): Promise<Finding> {
  const answer = await ask(target, `/storage/v1/bucket/${BUCKET}`, "secretKey");
  if (statusOf(answer) === 404)
    return wrong(`The bucket ${BUCKET} is missing, so imports cannot be uploaded.`, migrateCommand(target));
  if (field(answer, "id") !== BUCKET) return unknown(`The bucket ${BUCKET} cannot be read.`);
  if (field(answer, "public") === true)
    return wrong(
      `The bucket ${BUCKET} is public: everyone can read files that are imported.`,
      "Make it private (Storage › the bucket › Edit).",
    );
  const limit = field(answer, "file_size_limit");
  if (typeof limit === "number" && limit < MAX_FILE_BYTES)
    return wrong(
      `The bucket ${BUCKET} takes files of ${limit / MEBIBYTE} MB, the product files of ${MAX_FILE_BYTES / MEBIBYTE} MB.`,
      "Raise the bucket's limit (Storage › the bucket › Edit).",
    );
  return checkProjectLimit(target);
}

/**
 * The storage service does not reveal the project's limit, but compares it with the limit of a new bucket before it
 * checks whether that bucket exists. So this asks for the existing bucket again, which never creates anything.
 */
async function checkProjectLimit(target: Target): Promise<Finding> {
  const bucket = { id: BUCKET, name: BUCKET, public: false, file_size_limit: MAX_FILE_BYTES };
  const status = statusOf(await ask(target, "/storage/v1/bucket", "secretKey", bucket));
  if (status === 413)
    return wrong(
      `The bucket's limit of ${MAX_FILE_BYTES / MEBIBYTE} MB is above the project's: larger files are refused.`,
      "Raise the project's limit (Storage › Settings; the free plan has 50 MB at most), or import smaller files.",
    );
  if (status !== 409) return unknown("The project's limit of file sizes cannot be read.");
  return fine(`The bucket ${BUCKET} takes files of ${MAX_FILE_BYTES / MEBIBYTE} MB.`);
}

/** The status of an answer. The storage service writes an error's status into the body, and often sends 400. */
function statusOf(answer: Answer): number {
  if ("failure" in answer) return 0;
  return Number(field(answer, "statusCode") ?? answer.status);
}
