import { markText } from '@waymark/domain/language/translate';
import { t } from '#/language/t.ts';
import type { HistoryKind } from '#/features/devices/windows/history-reloads.ts';

/** The texts of a tab about its rows. */
interface HistoryWords {
  readonly caption: string;
  readonly empty: string;
  /** The filter finds no rows. */
  readonly emptyInTime: string;
  readonly loading: string;
  /** A text of two forms, to be filled in with `count`. */
  readonly counted: string;
}

export const HISTORY_WORDS: Readonly<Record<HistoryKind, HistoryWords>> = {
  passage: {
    caption: t("The device's passages"),
    empty: t('No passages'),
    emptyInTime: t('No passages in this time'),
    loading: t('Loading passages'),
    counted: markText('{count} passage|{count} passages'),
  },
  heartbeat: {
    caption: t("The device's heartbeats"),
    empty: t('No heartbeats'),
    emptyInTime: t('No heartbeats in this time'),
    loading: t('Loading heartbeats'),
    counted: markText('{count} heartbeat|{count} heartbeats'),
  },
  deviceInfo: {
    caption: t("The device's device info responses"),
    empty: t('No device info responses'),
    emptyInTime: t('No device info responses in this time'),
    loading: t('Loading device info responses'),
    counted: markText('{count} device info response|{count} device info responses'),
  },
  settings: {
    caption: t("The device's settings responses"),
    empty: t('No settings responses'),
    emptyInTime: t('No settings responses in this time'),
    loading: t('Loading settings responses'),
    counted: markText('{count} settings response|{count} settings responses'),
  },
};
