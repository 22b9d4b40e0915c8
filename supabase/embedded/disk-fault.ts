import { BackendError, reasonOf } from "./backend-error.ts";

type Fault = { signs: RegExp; reason: string; remedy: string };

const AGAIN = "then start Lectern again: it goes on where it was";

/** The disk is full, or the user has reached a quota or limit. */
const FULL: readonly Fault[] = [
  {
    signs: /ENOSPC|No space left on device/,
    reason: "there is no room left on the disk",
    remedy: `Make room, ${AGAIN}.`,
  },
  {
    signs: /EDQUOT|Disk quota exceeded|EFBIG|File too large/,
    reason: "this user may take up no more room on the disk",
    remedy: `Make room, or raise the limit (quota, ulimit -f), ${AGAIN}.`,
  },
];

/** Reasons why a program cannot write, recognised by Node's error codes and PostgreSQL's messages. */
const FAULTS: readonly Fault[] = [
  ...FULL,
  {
    signs: /EROFS|Read-only file system/,
    reason: "the disk is read-only",
    remedy: `Mount it for writing, ${AGAIN}. Where the system itself made it so, dmesg says why.`,
  },
  {
    signs: /\bEIO\b|Input\/output error/,
    reason: "the disk does not work",
    remedy: "dmesg says more. Restore a backup on another disk.",
  },
  {
    signs: /(EACCES|EPERM): (?!.* spawn)|Permission denied/,
    reason: "this user may not",
    remedy: "Start Lectern as the user whom the directory belongs to.",
  },
  {
    signs: /ENOTDIR|EEXIST.* mkdir/,
    reason: "a file is in the way",
    remedy: "LECTERN_DATA_DIR names a directory, or one that is to be made.",
  },
  {
    signs: /ENOENT.* mkdir/,
    reason: "no directory can be made there",
    remedy: "LECTERN_DATA_DIR names one on a disk that can be written to.",
  },
];

/** The disk fault that an error or a program's output reports; undefined if it is about something else. */
export function findDiskFault(error: unknown): Pick<Fault, "reason" | "remedy"> | undefined {
  const text = reasonOf(error);
  return FAULTS.find(({ signs }) => signs.test(text));
}

/** Whether an error reports that there is no space. */
export const isDiskFull = (error: unknown) => FULL.some(({ signs }) => signs.test(reasonOf(error)));

/** An error for the operator if `error` says that a directory cannot be written to; otherwise `error` itself. */
export function explainDiskFault(error: unknown, directory: string): unknown {
  const fault = findDiskFault(error);
  return fault
    ? new BackendError(`Lectern cannot write to ${directory}: ${fault.reason}. ${fault.remedy}`)
    : error;
}
