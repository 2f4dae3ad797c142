-- The rebuilt audit events: never updated, deleted or replaced.

CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_no_replace BEFORE INSERT ON audit_events WHEN EXISTS (SELECT 1 FROM audit_events WHERE id = new.id) BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint

-- Prices on the road follow from these.

CREATE TRIGGER revision_road_tax_rates_insert AFTER INSERT ON road_tax_rates BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_road_tax_rates_update AFTER UPDATE ON road_tax_rates BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_road_tax_rates_delete AFTER DELETE ON road_tax_rates BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_road_tax_bands_insert AFTER INSERT ON road_tax_bands BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_road_tax_bands_update AFTER UPDATE ON road_tax_bands BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_road_tax_bands_delete AFTER DELETE ON road_tax_bands BEGIN UPDATE content_revision SET revision = revision + 1; END;
