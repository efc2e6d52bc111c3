package mirrorlab.policy;

/// `ha-sync-mode`: whether a new mirror is brought up to date by itself (S-21) or not (S-22).
public enum SyncMode {
    MANUAL, AUTOMATIC
}
