export type Verdict =
  | { intact: true; entries: number; digest: string; keyed: number; unkeyed: number; found: boolean }
  | { intact: false; entry: number; damage: string }

export function verifyLines(
  lines: Iterable<string> | AsyncIterable<string>,
  options?: { secretKey?: string; digest?: string },
): Promise<Verdict>
