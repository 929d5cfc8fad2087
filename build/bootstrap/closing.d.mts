interface FileOfReport {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}
export function failuresOf(report: { testResults: FileOfReport[] }): string;
