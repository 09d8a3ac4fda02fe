declare module '../../platform/database/tables.ts' {
  interface Tables {
    installation: {
      only_row: boolean;
      id: string;
      is_demo: boolean;
      key_check: Buffer;
      created_at: Date;
      backed_up_at: Date | null;
      backup_bytes: number | null;
    };
  }
}
