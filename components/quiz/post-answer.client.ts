import { quizMessages } from "@/lib/quiz/messages";
import type { CheckedAnswer } from "@/lib/quiz/types";

type Posted = { ok: true; answer: CheckedAnswer } | { ok: false; message: string };

export async function postAnswer(questionId: number, option: number): Promise<Posted> {
  try {
    const response = await fetch("/api/quiz/answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ questionId, option }),
    });
    if (response.ok) return { ok: true, answer: (await response.json()) as CheckedAnswer };
    return {
      ok: false,
      message: response.status === 404 ? quizMessages.noSuchQuestion : quizMessages.notChecked,
    };
  } catch {
    return { ok: false, message: quizMessages.notChecked };
  }
}
