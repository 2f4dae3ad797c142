-- Whether a listing has a photo. A photo never moves to another listing.

CREATE TRIGGER listings_photo_added AFTER INSERT ON listing_photos BEGIN
  UPDATE listings SET has_photo = 1 WHERE id = new.listing_id AND has_photo = 0;
END;
--> statement-breakpoint
CREATE TRIGGER listings_photo_removed AFTER DELETE ON listing_photos BEGIN
  UPDATE listings SET has_photo = 0 WHERE id = old.listing_id
    AND NOT EXISTS (SELECT 1 FROM listing_photos WHERE listing_id = old.listing_id);
END;
